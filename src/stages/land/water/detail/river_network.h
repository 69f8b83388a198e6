#pragma once
// The channel cells of a surface, and its rivers as sequences of cells.

#include <cstdint>
#include <span>
#include <vector>

#include "stages/land/water/detail/cell_grid_io.h"

namespace weald::hydrology::detail {

/// A river: its cells in downstream order. The last cell belongs to the river, lake or border that it flows into.
struct River {
  std::vector<Cell> cells;
  std::uint32_t area = 0;  ///< drainage area of its own last cell, in cells
  int order = 1;           ///< Strahler order at its own last cell
  double length = 0;       ///< cells
};

/// The network of channels of a surface.
struct RiverNetwork {
  std::vector<River> rivers;  ///< a receiving river precedes its tributaries
  std::vector<float> bed;     ///< array over the cells: the lowest channel height so far in downstream order
};

/// Finds the rivers of a surface. Channels are the cells with a drainage area of at least `min_cells` cells. `level` is
/// the water level of each cell; `lake` is nonzero in lakes. Rivers of order 1 shorter than `min_length` cells are
/// dropped.
RiverNetwork river_network(const DrainedSurface& surface, std::span<const float> level,
                           std::span<const std::uint8_t> lake, double min_cells, double min_length);

}  // namespace weald::hydrology::detail
