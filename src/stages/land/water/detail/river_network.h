#pragma once
// The cells that rivers run through, and the rivers as rows of cells. Internal to hydrology/.

#include <cstdint>
#include <span>
#include <vector>

#include "stages/land/water/detail/cell_grid_io.h"

namespace weald::hydrology::detail {

/// A river: cells from its source down; the last one belongs to what takes its water (a river, a lake or the border).
struct River {
  std::vector<Cell> cells;
  std::uint32_t area = 0;  ///< that drains through its last own cell, in cells
  int order = 1;           ///< Strahler's, there
  double length = 0;       ///< cells
};

/// The network of channels of a surface.
struct RiverNetwork {
  std::vector<River> rivers;  ///< what takes a river's water stands before it
  std::vector<float> bed;     ///< array over the cells: the lowest height of the channel so far, going downstream
};

/// Channels are the cells through which at least `min_cells` cells drain; `level` is the height at which each cell's
/// water stands, and `lake` is not 0 where that is a lake. Rivers of order 1 shorter than `min_length` cells are left
/// out.
RiverNetwork river_network(const DrainedSurface& surface, std::span<const float> level,
                           std::span<const std::uint8_t> lake, double min_cells, double min_length);

}  // namespace weald::hydrology::detail
