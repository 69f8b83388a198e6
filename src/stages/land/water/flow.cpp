#include "stages/land/water/flow.h"

#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/outflow.h"

namespace weald::hydrology {

namespace {

constexpr double kHollowSpread = 0.4;  // routing spread on breached paths, which makes them wander like rivers

detail::FlowSums flow_sums(const detail::DescendingSurface& surface, FlowMethod method) {
  const double own = surface.grid.cell_size * surface.grid.cell_size;
  switch (method) {
    case FlowMethod::d8: return detail::flow_by_steepest(surface, own);
    case FlowMethod::d_infinity: return detail::flow_by_triangles(surface, own);
    case FlowMethod::multiple: break;
  }
  return detail::flow_by_weights(surface, own);
}

}  // namespace

FlowMaps flow_over(const Heightmap& map, FlowMethod method, OutletSides sides) {
  require_finite(map, "from");
  const GridSpec grid = map.grid();
  // Only the heights of the drained surface are used further, so its drainage is let go.
  const std::vector<float> heights = drained(map, sides, kHollowSpread, 0).heights;
  const std::vector<std::uint8_t> outlets = side_outlets(cells_of(grid), sides);
  detail::FlowSums sums = flow_sums({grid, heights, outlets}, method);
  return {std::move(sums.area), std::move(sums.bearing)};
}

schema::WithParts<Heightmap, Heightmap> Flow::run(const Params& params, const schema::Inputs& inputs,
                                                  const RunContext& context) {
  context.check_stop();
  FlowMaps maps = flow_over(inputs[params.from], params.method, params.outlets);
  return {std::move(maps.area), {{"direction", std::move(maps.direction)}}};
}

}  // namespace weald::hydrology
