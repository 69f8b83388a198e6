#include "stages/land/water/flow.h"

#include <span>
#include <utility>
#include <vector>

#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/outflow.h"
#include "stages/land/water/detail/tile_basins.h"

namespace weald::hydrology {

namespace {

constexpr double kHollowSpread = 0.4;  // routing spread on breached paths, which makes them wander like rivers

detail::FlowSums flow_sums(const detail::DescendingSurface& surface, FlowMethod method) {
  const double own = surface.grid.cell_size * surface.grid.cell_size;
  switch (method) {
    case FlowMethod::d8: return detail::flow_by_steepest(surface, own);
    case FlowMethod::d_infinity: return detail::flow_by_triangles(surface, own);
    case FlowMethod::multiple:
    case FlowMethod::d8_tree: break;
  }
  return detail::flow_by_weights(surface, own);
}

Heightmap areas_of(const GridSpec& grid, const Grid<std::uint8_t>& directions, std::span<const detail::Inflow> inflow) {
  const Grid<std::uint64_t> samples = detail::tile_areas(directions, inflow);
  Heightmap areas(grid);
  const double own = grid.cell_size * grid.cell_size;
  for (std::size_t i = 0; i < samples.size(); ++i)
    areas.heights.values()[i] = static_cast<float>(static_cast<double>(samples.values()[i]) * own);
  return areas;
}

Heightmap bearings_of(const GridSpec& grid, const Grid<std::uint8_t>& directions) {
  Heightmap bearings(grid);
  for (std::size_t i = 0; i < directions.size(); ++i)
    bearings.heights.values()[i] = detail::bearing_of(directions.values()[i]);
  return bearings;
}

FlowMaps flow_by_tree(const Heightmap& map, OutletSides sides) {
  const Grid<std::uint8_t> directions = detail::TileBasins(map, sides).directions({});
  return {areas_of(map.grid(), directions, {}), bearings_of(map.grid(), directions)};
}

schema::WithParts<Heightmap, Heightmap> finished_flow(const Heightmap& tile, std::span<const std::byte> bytes,
                                                      OutletSides sides, const schema::WantedParts& wanted) {
  const detail::BasinSolution solution = detail::basin_solution_from(bytes);
  const Grid<std::uint8_t> directions = detail::TileBasins(tile, sides).directions(solution);
  const Region& own = tile.place->region;
  const GridSpec& whole = tile.place->whole;
  const GridSpec grid{own.width, own.height, whole.cell_size, whole.position(own.x, own.y)};
  const auto placed = [&](Heightmap map) {
    map.place = CutPlace{whole, own.x, own.y, own};
    return map;
  };
  schema::WithParts<Heightmap, Heightmap> result{placed(areas_of(grid, directions, solution.inflow)), {}};
  if (wanted.has("direction")) result.parts.push_back({"direction", placed(bearings_of(grid, directions))});
  return result;
}

}  // namespace

FlowMaps flow_over(const Heightmap& map, FlowMethod method, OutletSides sides) {
  require_finite(map, "from");
  if (method == FlowMethod::d8_tree) return flow_by_tree(map, sides);
  const GridSpec grid = map.grid();
  const std::vector<float> heights = drained_heights(map, sides, kHollowSpread, 0);
  const std::vector<std::uint8_t> outlets = side_outlets(cells_of(grid), sides);
  detail::FlowSums sums = flow_sums({grid, heights, outlets}, method);
  return {std::move(sums.area), std::move(sums.bearing)};
}

CutRule Flow::cut_rule(const Params& params) {
  if (params.method == FlowMethod::d8_tree) return {};
  return {.given_by = "'method: d8_tree'"};
}

std::optional<PerimeterWork> Flow::perimeter(const Params& params) {
  if (params.method != FlowMethod::d8_tree) return std::nullopt;
  const OutletSides sides = params.outlets;
  PerimeterWork work;
  work.halo = 1;
  work.tile_bytes = 17;
  work.rounds.push_back(detail::basins_round(sides));
  work.finish = [sides](const Heightmap& tile, std::span<const TileSolution> solutions,
                        const schema::WantedParts& wanted) {
    return finished_flow(tile, solutions.front(), sides, wanted);
  };
  return work;
}

schema::WithParts<Heightmap, Heightmap> Flow::run(const Params& params, const schema::Inputs& inputs,
                                                  const RunContext& context) {
  context.check_stop();
  FlowMaps maps = flow_over(inputs[params.from], params.method, params.outlets);
  return {std::move(maps.area), {{"direction", std::move(maps.direction)}}};
}

}  // namespace weald::hydrology
