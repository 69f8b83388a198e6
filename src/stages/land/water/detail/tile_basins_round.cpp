#include "stages/land/water/detail/tile_basins_round.h"

#include <cstddef>
#include <span>
#include <vector>

#include "base/check.h"
#include "stages/land/water/detail/tile_basins.h"
#include "stages/land/water/detail/tile_bytes.h"

namespace weald::hydrology::detail {

namespace {

std::vector<TileSolution> solved_basins(const TileCuts& cuts, std::span<const std::vector<std::byte>> summaries,
                                        const RunContext&) {
  const auto solutions = solve_basins(cuts, read_all(summaries, basin_summary_from));
  WEALD_CHECK(solutions);
  std::vector<TileSolution> result;
  for (const BasinSolution& solution : *solutions) result.push_back(to_bytes(solution));
  return result;
}

}  // namespace

PerimeterRound basins_round(OutletSides sides, std::optional<float> sea_level) {
  return {[sides, sea_level](const Heightmap& tile, std::span<const TileSolution>) {
            return to_bytes(TileBasins(tile, sides, sea_level).summary());
          },
          solved_basins};
}

}  // namespace weald::hydrology::detail
