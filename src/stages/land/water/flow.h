#pragma once
// The stage `flow`: the drainage area of each sample of a heightmap.
//
// All water leaves the map: depressions are breached along their valleys, over their lowest outlets. A sample's water
// can be distributed in three ways: all to the steepest of the eight neighbours (d8); to the one or two neighbours
// beside the steepest slope on the eight triangles around the sample (d_infinity), which has no preferred directions;
// or to all lower neighbours in proportion to slope times contour length (multiple), which spreads the flow and makes
// soft masks. These three search for the ways out of depressions over the whole map. d8_tree finds them tile by tile,
// along the minimum spanning tree of the basins; see detail/tile_basins.h.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/heightmap.h"
#include "data/perimeter_work.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology {

/// Method by which the water of a sample is distributed.
enum class FlowMethod { d8, d_infinity, multiple, d8_tree };

struct FlowParams {
  schema::Input<Heightmap> from;
  FlowMethod method = FlowMethod::d_infinity;
  OutletSides outlets = OutletSides::all;
};

/// Direction and amount of flow.
struct FlowMaps {
  Heightmap area;       ///< m^2, including the sample's own square
  Heightmap direction;  ///< bearing of the steepest descent, degrees clockwise from north in [0, 360); -1 at outlets
};

/// Bearing of a Direction; -1 for kOutlet and others that lead nowhere.
float bearing_of(std::uint8_t direction);

/// The flow over `map`. Areas are summed from the highest sample to the lowest, in double precision; those of d8_tree
/// are counted in samples, and thus exact. Throws StageError (key "from") for heights that are not finite. Time:
/// O(n log n), some 130 ns per sample, 60 for d8_tree; memory: 40 bytes per sample, 17 for d8_tree. Source:
/// [cordonnier2019], [tarboton1997] (d_infinity), [quinn1991] (multiple), [zhou2019] (order of the sum).
FlowMaps flow_over(const Heightmap& map, FlowMethod method, OutletSides outlets);

/// Stage `flow`.
struct Flow {
  using Params = FlowParams;
  static double seconds_each(const Params&) { return 1.1e-7; }
  static constexpr bool kKeepsSize = true;
  static constexpr std::array kParts{schema::part<Heightmap>(
      "direction", "deg",
      "Bearing in which water leaves each sample, clockwise from north; -1 where it leaves the map.")};
  /// Whole, unless the method is d8_tree.
  static CutRule cut_rule(const Params& params);
  /// Tile by tile for d8_tree.
  static std::optional<PerimeterWork> perimeter(const Params& params);
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context);
};

}  // namespace weald::hydrology

template <>
struct weald::schema::EnumNames<weald::hydrology::FlowMethod> {
  static constexpr auto names = names_in_order<weald::hydrology::FlowMethod>("d8", "d_infinity", "multiple", "d8_tree");
};

template <>
struct weald::schema::Schema<weald::hydrology::FlowParams> {
  using P = weald::hydrology::FlowParams;
  static constexpr std::string_view kind = "flow";
  static constexpr std::string_view summary = "Drainage area of each sample of a heightmap, in m2.";
  static constexpr auto fields = Fields{
      Field{&P::from,
            "from",
            "Heightmap over which water flows; it leaves depressions along their valleys, over their lowest outlets.",
            "",
            {},
            Presence::required},
      Field{&P::method, "method",
            "How flow is distributed: d8 sends all to the steepest of the eight neighbours, d_infinity to the two "
            "neighbours beside the steepest slope, multiple to all lower neighbours; d8_tree as d8, but out of "
            "depressions by the spanning tree of their lowest outlets, tile by tile for maps of any size."},
      Field{&P::outlets, "outlets", "Sides of the map over which water leaves."}};
};
