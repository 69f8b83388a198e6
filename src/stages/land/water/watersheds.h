#pragma once
// The stage `watersheds`: the land whose water leaves the map, or gets to the sea, at the same place.
//
// Water runs as in `flow` with method d8_tree: each sample passes it to one neighbour, down to an outlet. All samples
// whose water gets to an outlet are its watershed. Watersheds are numbered from the largest one on.

#include <cstddef>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "schema/decode.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology {

struct WatershedsParams {
  schema::Input<Heightmap> from;
  double min_area = 0;               ///< km^2
  std::optional<double> split_area;  ///< km^2
  std::optional<double> sea_level;   ///< metres
  OutletSides outlets = OutletSides::all;
};

/// Most watersheds that get numbers: a heightmap holds these exactly.
inline constexpr std::size_t kMostWatersheds = std::size_t{1} << 24;

/// The number of the watershed of each sample of `map`, a whole number from 1 on, exact up to 2^24; 0 in the sea, and
/// in watersheds through whose outlets less than `min_area` drains. An outlet is a sample where water leaves the map
/// over `outlets`; or the last one on land, if a sample below `sea_level` follows; or, with `split_area`, the last one
/// before two rivers meet, each with at least so much area. Watersheds are numbered by descending number of samples,
/// equal ones by the place of their outlet, row by row. Throws StageError (key "from") for heights that are not finite,
/// (key "min_area") for more than `most` watersheds. Time: O(n log n), some 80 ns per sample; memory: 20 bytes per
/// sample. Source: [cordonnier2019] (ways out of depressions).
Heightmap watersheds_of(const Heightmap& map, const WatershedsParams& params, std::size_t most = kMostWatersheds);

/// Stage `watersheds`.
struct Watersheds {
  using Params = WatershedsParams;
  static double seconds_each(const Params&) { return 8e-8; }
  static constexpr bool kKeepsSize = true;
  /// Warns if no watershed has a number.
  static Heightmap run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::hydrology

template <>
struct weald::schema::Schema<weald::hydrology::WatershedsParams> {
  using P = weald::hydrology::WatershedsParams;
  static constexpr std::string_view kind = "watersheds";
  static constexpr std::string_view summary =
      "Numbers the watersheds of a heightmap: 1 for the largest, 2 for the next, and 0 in the sea.";
  static constexpr auto fields = Fields{
      Field{&P::from,
            "from",
            "Heightmap over which water flows, as in flow with method d8_tree.",
            "",
            {},
            Presence::required},
      Field{&P::min_area, "min_area", "Watersheds through whose outlet less area drains have the number 0.", "km2",
            Range{0, 1e9}},
      Field{&P::split_area, "split_area",
            "Where two rivers meet, each with at least so much drainage area, the watersheds of both end; unset: "
            "watersheds reach down to the border of the map or the sea.",
            "km2", Range{1e-9, 1e9}},
      Field{&P::sea_level, "sea_level", "Height of the sea, which covers all ground below it; unset: no sea.", "m",
            Range{-1e5, 1e5}},
      Field{&P::outlets, "outlets", "Sides of the map over which water leaves."}};
};
