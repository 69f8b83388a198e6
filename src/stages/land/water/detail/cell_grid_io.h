#pragma once
// Conversion between heightmaps and arrays over cells, and the drainage of a whole heightmap.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/heightmap.h"
#include "stages/land/water/detail/drainage.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology {

/// The cells of a grid.
inline Cells cells_of(const GridSpec& grid) { return {grid.width, grid.height}; }

/// The samples of `map` as an array over its cells, with `margin` around them.
std::vector<float> in_cells(const Heightmap& map, float margin);

/// A heightmap of value(cell) for every sample of `grid`.
template <class Value>
Heightmap map_of(const GridSpec& grid, const Value& value) {
  const Cells cells = cells_of(grid);
  Heightmap map(grid);
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) map.heights.at(x, y) = value(cells.at(x, y));
  }
  return map;
}

/// A heightmap without depressions, and its drainage.
struct DrainedSurface {
  GridSpec grid;
  /// Each cell lies above its receiver: cells on breached paths have been lowered for this. The margin is infinite.
  std::vector<float> heights;
  Drainage drainage;
};

/// Routes the water of `map`, see Drainage::route_out_of_hollows; `spread` (0: plain steepest descent) and `seed` are
/// those of RoutingWeights. Pre: finite heights.
DrainedSurface drained(const Heightmap& map, OutletSides outlets, double spread, std::uint64_t seed);

/// The heights of drained(), in less time.
std::vector<float> drained_heights(const Heightmap& map, OutletSides outlets, double spread, std::uint64_t seed);

/// Throws StageError (key `key`) if a sample is not finite, since its height could not be ordered.
void require_finite(const Heightmap& map, std::string_view key);

}  // namespace weald::hydrology
