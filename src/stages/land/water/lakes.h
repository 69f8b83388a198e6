#pragma once
// The stage `lakes`: finds the standing water in the depressions of a heightmap.
//
// Which samples are under water follows from the levels of all tiles; only then is it known which of them touch. So
// tiles are worked through in two rounds: levels, then bodies of water that meet across borders. The whole map is one
// tile of the same code.

#include <array>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "data/perimeter_work.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology {

struct LakesParams {
  schema::Input<Heightmap> from;
  double min_depth = 1;            ///< metres
  std::optional<double> min_area;  ///< m^2
  OutletSides outlets = OutletSides::all;
};

/// Stage `lakes`. Fills up to its outlet every depression that has at least the depth (at its deepest point) and the
/// area of the parameters. Samples that touch, also diagonally, belong to one lake. Throws StageError (key "from") for
/// heights that are not finite. Time: O(n log n); memory: 30 bytes per sample. Source: [barnes2014], [barnes2016] (by
/// tiles).
struct Lakes {
  using Params = LakesParams;
  static double seconds_each(const Params&) { return 4e-8; }
  static constexpr bool kKeepsSize = true;
  static constexpr std::array kParts{
      schema::part<Heightmap>("level", "m", "Height of the water surface in lakes, and of the ground elsewhere."),
      schema::part<Heightmap>("mask", "", "1 in lakes, 0 elsewhere.")};
  /// Tile by tile, in two rounds: the levels of the water of a tile depend on the lowest ways across other tiles; and
  /// only when the levels of all tiles are known, also the depths and areas of the lakes that several of them share.
  static std::optional<PerimeterWork> perimeter(const Params& params);
  /// Warns if there is no lake.
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context, const schema::WantedParts& wanted = {});
};

}  // namespace weald::hydrology

template <>
struct weald::schema::Schema<weald::hydrology::LakesParams> {
  using P = weald::hydrology::LakesParams;
  static constexpr std::string_view kind = "lakes";
  static constexpr std::string_view summary = "Depth of the water that stands in the depressions of a heightmap.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap whose depressions hold water.", "", {}, Presence::required},
      Field{&P::min_depth, "min_depth", "Depressions that are nowhere deeper than this stay dry.", "m", Range{0, 1e5}},
      Field{&P::min_area, "min_area", "Depressions smaller than this stay dry; unset: 1/5000 of the map.", "m2",
            Range{0, 1e12}},
      Field{&P::outlets, "outlets", "Sides of the map over which water leaves."}};
};
