#include "stages/land/water/fill_depressions.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/tile_fill.h"

namespace weald::hydrology {

Heightmap filled(const Heightmap& map, FillSurface surface, OutletSides outlets) {
  require_finite(map, "from");
  const Cells cells = cells_of(map.grid());
  std::vector<float> heights = in_cells(map, 0);
  flood(cells, heights, side_outlets(cells, outlets), surface);
  return map_of(map.grid(), [&](Cell cell) { return heights[cell] + 0.0f; });  // no negative zeros, as for tiles
}

namespace {

/// Height by which each sample was raised.
Heightmap raised_by(const Heightmap& raised, const Heightmap& map) {
  Heightmap depth = raised;
  std::ranges::transform(raised.heights.values(), map.heights.values(), depth.heights.values().begin(), std::minus<>());
  return depth;
}

schema::WithParts<Heightmap, Heightmap> parted(Heightmap raised, const Heightmap& map,
                                               const schema::WantedParts& wanted) {
  schema::WithParts<Heightmap, Heightmap> result;
  if (wanted.has("depth")) result.parts.push_back({"depth", raised_by(raised, map)});
  result.main = std::move(raised);
  return result;
}

}  // namespace

std::optional<PerimeterWork> FillDepressions::perimeter(const Params& params) {
  if (params.surface != FillSurface::level) return std::nullopt;
  const OutletSides sides = params.outlets;
  PerimeterWork work;
  work.tile_bytes = 20;
  work.rounds.push_back(detail::fill_round(sides));
  work.finish = [sides](const Heightmap& tile, std::span<const TileSolution> solutions,
                        const schema::WantedParts& wanted) {
    Heightmap result = tile;
    result.heights = detail::filled_tile(tile, sides, solutions.front());
    for (float& height : result.heights.values()) height += 0.0f;
    return parted(std::move(result), tile, wanted);
  };
  return work;
}

schema::WithParts<Heightmap, Heightmap> FillDepressions::run(const Params& params, const schema::Inputs& inputs,
                                                             const RunContext& context,
                                                             const schema::WantedParts& wanted) {
  context.check_stop();
  const Heightmap& map = inputs[params.from];
  return parted(filled(map, params.surface, params.outlets), map, wanted);
}

}  // namespace weald::hydrology
