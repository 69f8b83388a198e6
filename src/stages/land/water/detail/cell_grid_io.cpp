#include "stages/land/water/detail/cell_grid_io.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"

namespace weald::hydrology {

bool is_outlet(OutletSides sides, const GridSpec& grid, int column, int row) {
  const auto is_open = [sides](OutletSides side) { return sides == OutletSides::all || sides == side; };
  return (row == 0 && is_open(OutletSides::north)) || (row + 1 == grid.height && is_open(OutletSides::south)) ||
         (column == 0 && is_open(OutletSides::west)) || (column + 1 == grid.width && is_open(OutletSides::east));
}

std::vector<std::uint8_t> side_outlets(const Cells& cells, OutletSides sides) {
  std::vector<std::uint8_t> outlets(cells.count(), 0);
  const auto includes = [sides](OutletSides side) { return sides == OutletSides::all || sides == side; };
  for (int x = 0; x < cells.width; ++x) {
    if (includes(OutletSides::north)) outlets[cells.at(x, 0)] = 1;
    if (includes(OutletSides::south)) outlets[cells.at(x, cells.height - 1)] = 1;
  }
  for (int y = 0; y < cells.height; ++y) {
    if (includes(OutletSides::west)) outlets[cells.at(0, y)] = 1;
    if (includes(OutletSides::east)) outlets[cells.at(cells.width - 1, y)] = 1;
  }
  return outlets;
}

std::vector<float> in_cells(const Heightmap& map, float margin) {
  const Cells cells = cells_of(map.grid());
  std::vector<float> result(cells.count(), margin);
  for (int y = 0; y < cells.height; ++y) std::ranges::copy(map.heights.row(y), result.begin() + cells.at(0, y));
  return result;
}

DrainedSurface drained(const Heightmap& map, OutletSides outlets, double spread, std::uint64_t seed) {
  const Cells cells = cells_of(map.grid());
  DrainedSurface surface{map.grid(), in_cells(map, std::numeric_limits<float>::infinity()),
                         Drainage(cells, side_outlets(cells, outlets), std::make_shared<RoutingWeights>(seed, spread))};
  surface.drainage.route_out_of_hollows(surface.heights);
  return surface;
}

std::vector<float> drained_heights(const Heightmap& map, OutletSides outlets, double spread, std::uint64_t seed) {
  const Cells cells = cells_of(map.grid());
  std::vector<float> heights = in_cells(map, std::numeric_limits<float>::infinity());
  Drainage(cells, side_outlets(cells, outlets), std::make_shared<RoutingWeights>(seed, spread))
      .lower_ways_out_of_hollows(heights);
  return heights;
}

void require_finite(const Heightmap& map, std::string_view key) {
  const auto heights = map.heights.values();
  if (!std::ranges::all_of(heights, [](float height) { return std::isfinite(height); }))
    throw StageError("the heightmap has samples that are not finite numbers", std::string(key));
}

}  // namespace weald::hydrology
