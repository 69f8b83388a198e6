#pragma once
// Runs the rounds of a stage over the tiles of a map, as the engine does.

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "data/perimeter_work.h"
#include "support/window.h"
#include "unit/stages/land/water/tile_cutting.h"

namespace weald::test {

/// A tile of a map with up to `halo` samples around it.
inline Heightmap placed_tile(const Heightmap& land, const TileCuts& cuts, std::size_t tile, int halo) {
  const auto first = first_of(cuts, tile);
  const Region own{first.x, first.y, cuts.width(tile), cuts.height(tile)};
  return window_of(land, own, halo);
}

/// The result of a stage and its parts, put together from all tiles.
inline schema::WithParts<Heightmap, Heightmap> run_by_tiles(const PerimeterWork& work, const Heightmap& land,
                                                            const TileCuts& cuts) {
  std::vector<std::vector<TileSolution>> solutions(cuts.count());
  for (const PerimeterRound& round : work.rounds) {
    std::vector<std::vector<std::byte>> summaries;
    const SummaryWatch watch = round.watch ? round.watch() : SummaryWatch{};
    for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
      summaries.push_back(round.summary(placed_tile(land, cuts, tile, work.halo), solutions[tile]));
      if (watch) watch(summaries.back());
    }
    std::vector<TileSolution> solved = round.solve(cuts, summaries, {});
    for (std::size_t tile = 0; tile < cuts.count(); ++tile) solutions[tile].push_back(std::move(solved[tile]));
  }
  schema::WithParts<Heightmap, Heightmap> whole{Heightmap(land.grid()), {}};
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    const auto made = work.finish(placed_tile(land, cuts, tile, work.halo), solutions[tile], {});
    paste(made.main.heights, cuts, tile, whole.main.heights);
    if (whole.parts.empty()) {
      for (const auto& [name, part] : made.parts) whole.parts.emplace_back(name, Heightmap(land.grid()));
    }
    for (std::size_t i = 0; i < made.parts.size(); ++i)
      paste(std::get<Heightmap>(made.parts[i].second).heights, cuts, tile,
            std::get<Heightmap>(whole.parts[i].second).heights);
  }
  return whole;
}

/// The part called `name`; that of no name is the main result.
inline const Heightmap& map_of(const schema::WithParts<Heightmap, Heightmap>& made, std::string_view name) {
  for (const auto& [part, map] : made.parts) {
    if (part == name) return std::get<Heightmap>(map);
  }
  return made.main;
}

}  // namespace weald::test
