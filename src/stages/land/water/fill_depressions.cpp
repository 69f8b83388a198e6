#include "stages/land/water/fill_depressions.h"

#include <algorithm>
#include <functional>

#include "stages/land/water/detail/cell_grid_io.h"

namespace weald::hydrology {

Heightmap filled(const Heightmap& map, FillSurface surface, OutletSides outlets) {
  require_finite(map, "from");
  const Cells cells = cells_of(map.grid());
  std::vector<float> heights = in_cells(map, 0);
  flood(cells, heights, side_outlets(cells, outlets), surface);
  return map_of(map.grid(), [&](Cell cell) { return heights[cell]; });
}

schema::WithParts<Heightmap, Heightmap> FillDepressions::run(const Params& params, const schema::Inputs& inputs,
                                                             const RunContext& context) {
  context.check_stop();
  const Heightmap& map = inputs[params.from];
  Heightmap raised = filled(map, params.surface, params.outlets);
  Heightmap depth(map.grid());
  std::ranges::transform(raised.heights.values(), map.heights.values(), depth.heights.values().begin(), std::minus<>());
  return {std::move(raised), {{"depth", std::move(depth)}}};
}

}  // namespace weald::hydrology
