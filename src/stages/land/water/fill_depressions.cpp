#include "stages/land/water/fill_depressions.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/tile_bytes.h"
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

/// 1 for the samples of a tile on the sides of the whole map where water leaves.
Grid<std::uint8_t> outlets_of(const Heightmap& tile, OutletSides sides) {
  const GridSpec whole = tile.whole_grid();
  const int x0 = tile.place ? tile.place->x : 0, y0 = tile.place ? tile.place->y : 0;
  Grid<std::uint8_t> outlets(tile.width(), tile.height());
  for (int y = 0; y < tile.height(); ++y) {
    for (int x = 0; x < tile.width(); ++x) outlets.at(x, y) = is_outlet(sides, whole, x0 + x, y0 + y) ? 1 : 0;
  }
  return outlets;
}

std::vector<std::vector<std::byte>> solved(const TileCuts& cuts, std::span<const std::vector<std::byte>> summaries) {
  const auto levels = detail::solve_spills(cuts, detail::read_all(summaries, detail::fill_summary_from));
  WEALD_CHECK(levels);
  std::vector<std::vector<std::byte>> solutions;
  for (const std::vector<float>& of_tile : *levels) {
    const auto bytes = std::as_bytes(std::span(of_tile));
    solutions.emplace_back(bytes.begin(), bytes.end());
  }
  return solutions;
}

}  // namespace

std::optional<PerimeterWork> FillDepressions::perimeter(const Params& params) {
  if (params.surface != FillSurface::level) return std::nullopt;
  const OutletSides sides = params.outlets;
  PerimeterWork work;
  work.summary = [sides](const Heightmap& tile) {
    return to_bytes(summary_of(detail::watersheds(tile.heights, outlets_of(tile, sides))));
  };
  work.solve = [](const TileCuts& cuts, std::span<const std::vector<std::byte>> summaries, const RunContext&) {
    return solved(cuts, summaries);
  };
  work.finish = [sides](const Heightmap& tile, std::span<const std::byte> solution) {
    const detail::Watersheds watersheds = detail::watersheds(tile.heights, outlets_of(tile, sides));
    std::vector<float> levels(solution.size() / sizeof(float));
    std::memcpy(levels.data(), solution.data(), levels.size() * sizeof(float));
    WEALD_CHECK(levels.size() == watersheds.count);
    Heightmap result = tile;
    result.heights = filled_tile(tile.heights, watersheds, levels);
    for (float& height : result.heights.values()) height += 0.0f;
    return result;
  };
  return work;
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
