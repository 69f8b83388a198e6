#pragma once
// The stage `rivers`: the rivers of a heightmap as smooth curves with width and order.
//
// A river begins where enough ground drains through one sample, follows the largest of its tributaries upstream, and
// ends where it meets a larger one, a lake or the border. Its course is smoothed and converted to cubic Bezier
// segments; a tributary ends on the curve of the river that it joins. Downstream the curve never rises: where the
// ground rises, the curve stays at the lowest height so far, and `carve` (mode river) cuts the ground down to it.

#include <functional>
#include <memory>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/cut_rule.h"
#include "data/heightmap.h"
#include "data/tile_gatherer.h"
#include "schema/decode.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology {

struct RiversParams {
  schema::Input<Heightmap> from;
  schema::Input<Heightmap> lakes;
  schema::Input<Heightmap> area;       ///< m^2
  schema::Input<Heightmap> direction;  ///< degrees clockwise from north; -1 at outlets
  std::optional<double> min_area;      ///< km^2
  std::optional<double> min_length;    ///< metres
  std::optional<double> smoothing;     ///< metres
  double width = 6;                    ///< metres
  double width_exponent = 0.5;
  OutletSides outlets = OutletSides::all;
};

/// Largest length of smoothing, samples, since its time grows with the square.
inline constexpr double kMaxRiverSmoothing = 32;

/// The rivers of `ground`, the largest first, in the plane xz; y is the height of the bed. Where `level` (the part
/// `level` of `lakes`, on the same grid) is above the ground there is a lake: rivers end at its shore and begin at its
/// outlet. Widths follow hydraulic geometry: width * (area / 1 km^2)^exponent. Throws StageError (key "lakes") if the
/// grids differ, (key "smoothing") for more than kMaxRiverSmoothing samples, (key "from") for heights that are not
/// finite. Deterministic in `seed`, which selects the paths of water on level ground. Memory: 70 bytes per sample.
/// Source: [cordonnier2019], [strahler1957] (order), [leopold1953] (width).
curve::Curve find_rivers(const Heightmap& ground, const Heightmap* level, const RiversParams& params,
                         std::uint64_t seed);

/// Stage `rivers`. With `area` and `direction` the water follows these maps, and only the samples in rivers are held in
/// memory. Throws StageError (key "direction") where a river's bearing leads to none of the eight neighbours or in a
/// circle, (key "area") where the area shrinks downstream, (key "min_area") for more than 50 million samples in rivers.
struct Rivers {
  using Params = RiversParams;
  static constexpr bool kNeedsOneGrid = true;
  /// Whole; with `area` and `direction` the map is read tile by tile.
  static CutRule cut_rule(const Params&) { return {.given_by = "'area' and 'direction'"}; }
  static void require_grid(const Params& params, const GridSpec& grid);
  static GathererMaker gatherer(const Params& params);
  /// Warns if no river is found.
  static curve::Curve run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::hydrology

template <>
struct weald::schema::Schema<weald::hydrology::RiversParams> {
  using P = weald::hydrology::RiversParams;
  static constexpr std::string_view kind = "rivers";
  static constexpr std::string_view summary =
      "Traces the rivers of a heightmap as smooth curves that never run uphill, with width and order.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap over which the rivers run.", "", {}, Presence::required},
      Field{&P::lakes, "lakes",
            "Part 'level' of lakes, in which rivers end and begin; unset: rivers breach depressions."},
      Field{
          &P::area, "area",
          "Drainage area of each sample: a stage of kind flow with method d8_tree or d8. Unset: rivers find their own "
          "ways over the whole map."},
      Field{&P::direction, "direction", "Part 'direction' of the stage that 'area' names."},
      Field{&P::min_area, "min_area", "Drainage area at which a river begins; unset: 1/200 of the map.", "km2",
            Range{1e-9, 1e9}},
      Field{&P::min_length, "min_length",
            "Rivers without tributaries that are shorter than this are dropped; unset: 8 samples.", "m", Range{0, 1e6}},
      Field{&P::smoothing, "smoothing", "Length over which the course is smoothed; unset: 3 samples.", "m",
            Range{0, 1e5}},
      Field{&P::width, "width", "Width of a river at a drainage area of 1 km2.", "m", Range{0, 1e4}},
      Field{&P::width_exponent, "width_exponent", "Exponent of the drainage area in the width.", "", Range{0, 1}},
      Field{&P::outlets, "outlets", "Sides of the map over which water leaves; not with 'area'."}};
  /// Checks that the flow is given whole, and that nothing contradicts it.
  static void check(const P& params, Checker& checker);
};
