#include "stages/land/water/lakes.h"

#include <algorithm>
#include <vector>

#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/cell_grid_io.h"

namespace weald::hydrology {

namespace {

constexpr double kUsualLakeShare = 1.0 / 5000;  // default: least area of a lake as a share of the map

}  // namespace

LakeMaps lakes_on(const Heightmap& map, const LakesParams& params) {
  require_finite(map, "from");
  const GridSpec grid = map.grid();
  const Cells cells = cells_of(grid);
  const std::vector<float> ground = in_cells(map, 0);
  std::vector<float> level = ground;
  flood(cells, level, side_outlets(cells, params.outlets), FillSurface::level);
  const auto steps = cells.steps();
  const double min_area =
      params.min_area.value_or(kUsualLakeShare * grid.width * grid.height * grid.cell_size * grid.cell_size);
  std::vector<std::uint8_t> visited(cells.count(), 0);
  std::vector<Cell> lake;
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      const Cell first = cells.at(x, y);
      if (visited[first] != 0 || level[first] <= ground[first]) continue;
      lake.assign(1, first);
      visited[first] = 1;
      double deepest = 0;
      for (std::size_t i = 0; i < lake.size(); ++i) {
        deepest = std::max(deepest, double{level[lake[i]]} - ground[lake[i]]);
        for (const Cell step : steps) {
          const Cell next = lake[i] + step;
          if (visited[next] != 0 || level[next] <= ground[next]) continue;
          visited[next] = 1;
          lake.push_back(next);
        }
      }
      const double area = static_cast<double>(lake.size()) * grid.cell_size * grid.cell_size;
      if (deepest >= params.min_depth && area >= min_area) continue;
      for (const Cell cell : lake) level[cell] = ground[cell];
    }
  }
  return {map_of(grid, [&](Cell cell) { return level[cell] - ground[cell]; }),
          map_of(grid, [&](Cell cell) { return level[cell]; }),
          map_of(grid, [&](Cell cell) { return level[cell] > ground[cell] ? 1.0f : 0.0f; })};
}

schema::WithParts<Heightmap, Heightmap> Lakes::run(const Params& params, const schema::Inputs& inputs,
                                                   const RunContext& context) {
  context.check_stop();
  LakeMaps maps = lakes_on(inputs[params.from], params);
  if (height_range(maps.mask).max == 0)
    context.warn("there are no lakes: no depression is both as deep as 'min_depth' and as large as 'min_area'",
                 "min_depth");
  return {std::move(maps.depth), {{"level", std::move(maps.level)}, {"mask", std::move(maps.mask)}}};
}

}  // namespace weald::hydrology
