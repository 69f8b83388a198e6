#include "stages/land/water/detail/tile_fill_round.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "base/check.h"
#include "stages/land/water/detail/tile_bytes.h"
#include "stages/land/water/detail/tile_fill.h"

namespace weald::hydrology::detail {

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

std::vector<TileSolution> solved_spills(const TileCuts& cuts, std::span<const std::vector<std::byte>> summaries,
                                        const RunContext&) {
  const auto levels = solve_spills(cuts, read_all(summaries, fill_summary_from));
  WEALD_CHECK(levels);
  std::vector<TileSolution> solutions;
  for (const std::vector<float>& of_tile : *levels) {
    const auto bytes = std::as_bytes(std::span(of_tile));
    solutions.emplace_back(bytes.begin(), bytes.end());
  }
  return solutions;
}

}  // namespace

PerimeterRound fill_round(OutletSides sides) {
  return {[sides](const Heightmap& tile, std::span<const TileSolution>) {
            return to_bytes(fill_summary(tile.heights, outlets_of(tile, sides)));
          },
          solved_spills};
}

Grid<float> filled_tile(const Heightmap& tile, OutletSides sides, std::span<const std::byte> solution) {
  std::vector<float> levels(solution.size() / sizeof(float));
  std::memcpy(levels.data(), solution.data(), levels.size() * sizeof(float));
  WEALD_CHECK(levels.size() == perimeter_size(tile.width(), tile.height()));
  return filled_tile(tile.heights, outlets_of(tile, sides), levels);
}

}  // namespace weald::hydrology::detail
