#pragma once
// Outflow: the shares of its water that each cell gives to its neighbours, and the drainage areas that follow.

#include <cstdint>
#include <span>

#include "data/heightmap.h"
#include "methods/raster/cells.h"

namespace weald::hydrology::detail {

/// A surface on which every cell that is not an outlet has a lower neighbour. `heights`, with an infinite margin, and
/// `outlets` (nonzero where water leaves the map) are arrays over the cells of `grid`.
struct DescendingSurface {
  GridSpec grid;
  std::span<const float> heights;
  std::span<const std::uint8_t> outlets;
};

/// Drainage areas, and the bearing of the steepest descent, degrees clockwise from north in [0, 360); -1 at outlets.
struct FlowSums {
  Heightmap area;
  Heightmap bearing;
};

/// Bearing of a Direction; -1 for kOutlet and others that lead nowhere.
float bearing_of(std::uint8_t direction);

// A cell's area is `own` plus, in double precision, shares of the areas of the cells that drain to it, which are added
// in the order of descending height, then of their index. The rounding is therefore that of a sum from the highest cell
// to the lowest, and does not depend on the number of threads. Source: [zhou2019] (order without a queue).

/// The flow if all water of a cell goes to the steepest of the eight neighbours.
FlowSums flow_by_steepest(const DescendingSurface& surface, double own);
/// The flow if the water of a cell goes to the two neighbours beside the steepest slope. Source: [tarboton1997].
FlowSums flow_by_triangles(const DescendingSurface& surface, double own);
/// The flow if the water of a cell goes to all lower neighbours. Source: [quinn1991].
FlowSums flow_by_weights(const DescendingSurface& surface, double own);

}  // namespace weald::hydrology::detail
