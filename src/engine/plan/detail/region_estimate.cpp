#include "engine/plan/detail/region_estimate.h"

#include <algorithm>

namespace weald::pipeline {

Estimate cut(const Estimate& whole, const Graph& graph) {
  const Region& region = *graph.region;
  const GridSpec grid = level_grid(*whole.grid, graph.level, graph.apron);
  Estimate result = Estimate::of_heightmap({std::min(region.width, grid.width), std::min(region.height, grid.height),
                                            grid.cell_size, grid.position(region.x, region.y)});
  result.seconds = whole.seconds * (result.pixels.least / whole.pixels.least);
  result.cause = whole.cause;
  return result;
}

Estimate with_fewer_copies(const Estimate& whole) {
  Estimate result = whole;
  result.surface.may_be_fewer();
  result.bytes.least = 0;
  if (!result.scene) return result;
  result.scene->may_be_shared();
  result.scene->instances.least = result.scene->nodes.least = 0;
  return result;
}

Estimate as_written(const Estimate& made, const Graph& graph, RegionRole role) {
  Estimate result = made.grid && role == RegionRole::whole ? cut(made, graph) : made;
  const Region& region = *graph.region;
  const int apron = graph.apron;
  if (apron == 0) return result;
  if (result.grid) {
    const GridSpec& grid = *result.grid;
    return Estimate::of_heightmap(
        {grid.width - 2 * apron, grid.height - 2 * apron, grid.cell_size, grid.position(apron, apron)});
  }
  // A picture of another size is no window of the map, and is written as it is.
  if (role != RegionRole::region || result.sides != Vec2{region.width, region.height}) return result;
  const Vec2 inner{region.width - 2 * apron, region.height - 2 * apron};
  Estimate like;
  like.sides = inner;
  like.pixels = Amount::exactly(inner.x * inner.y);
  return Estimate::of_image_like(like, made.image_bits());
}

}  // namespace weald::pipeline
