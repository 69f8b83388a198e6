#pragma once
// The stage `fill_depressions`: fills closed depressions up to their lowest outlet, so all water can leave the map.

#include <array>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "data/perimeter_work.h"
#include "methods/raster/priority_flood.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology {

struct FillDepressionsParams {
  schema::Input<Heightmap> from;
  FillSurface surface = FillSurface::level;
  OutletSides outlets = OutletSides::all;
};

/// `map` with its depressions filled, see flood(). Throws StageError (key "from") for heights that are not finite.
/// Time: O(n log n), some 100 ns per sample; memory: 20 bytes per sample. Source: [barnes2014].
Heightmap filled(const Heightmap& map, FillSurface surface, OutletSides outlets);

/// Stage `fill_depressions`.
struct FillDepressions {
  using Params = FillDepressionsParams;
  static double seconds_each(const Params&) { return 3e-8; }
  static constexpr bool kKeepsSize = true;
  static constexpr std::array kParts{schema::part<Heightmap>("depth", "m", "Height by which each sample was raised.")};
  /// Tile by tile for a level surface: the level of a tile's water depends on the lowest ways across other tiles.
  static std::optional<PerimeterWork> perimeter(const Params& params);
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context, const schema::WantedParts& wanted = {});
};

}  // namespace weald::hydrology

template <>
struct weald::schema::EnumNames<weald::hydrology::FillSurface> {
  static constexpr auto names = names_in_order<weald::hydrology::FillSurface>("level", "draining");
};

template <>
struct weald::schema::Schema<weald::hydrology::FillDepressionsParams> {
  using P = weald::hydrology::FillDepressionsParams;
  static constexpr std::string_view kind = "fill_depressions";
  static constexpr std::string_view summary =
      "Fills closed depressions up to their lowest outlet, so that all water can leave the map.";
  static constexpr auto fields = Fields{Field{&P::from, "from", "Heightmap to fill.", "", {}, Presence::required},
                                        Field{&P::surface, "surface",
                                              "Surface of a filled depression: level, or draining towards its outlet "
                                              "by the smallest step that a height can take."},
                                        Field{&P::outlets, "outlets", "Sides of the map over which water leaves."}};
};
