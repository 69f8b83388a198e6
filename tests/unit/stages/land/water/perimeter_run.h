#pragma once
// Runs the rounds of a stage over the tiles of a map, as the engine does.

#include "support/catch.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/check.h"
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

/// The solutions of all rounds, by tile and round.
inline std::vector<std::vector<TileSolution>> solved_by_tiles(const PerimeterWork& work, const Heightmap& land,
                                                              const TileCuts& cuts) {
  std::vector<std::vector<TileSolution>> solutions(cuts.count());
  for (const PerimeterRound& round : work.rounds) {
    std::vector<TileSummary> summaries;
    for (std::size_t tile = 0; tile < cuts.count(); ++tile)
      summaries.push_back(round.summary(placed_tile(land, cuts, tile, work.halo), solutions[tile]));
    std::vector<TileSolution> solved = round.solve(cuts, std::move(summaries), {});
    for (std::size_t tile = 0; tile < cuts.count(); ++tile) solutions[tile].push_back(std::move(solved[tile]));
  }
  return solutions;
}

/// The result of a stage and its parts, put together from all tiles.
inline schema::WithParts<Heightmap, Heightmap> run_by_tiles(const PerimeterWork& work, const Heightmap& land,
                                                            const TileCuts& cuts) {
  const std::vector<std::vector<TileSolution>> solutions = solved_by_tiles(work, land, cuts);
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

/// Checks that tiles are not finished from solutions of other lengths, and that those of which a bit has flipped do no
/// harm: a tile is finished, or refused.
inline void check_damaged_solutions(const PerimeterWork& work, const Heightmap& land, const TileCuts& cuts) {
  const std::vector<std::vector<TileSolution>> solutions = solved_by_tiles(work, land, cuts);
  int refused = 0;
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    const Heightmap placed = placed_tile(land, cuts, tile, work.halo);
    for (std::size_t round = 0; round < work.rounds.size(); ++round) {
      std::vector<TileSolution> damaged = solutions[tile];
      for (std::size_t size = 0; size < solutions[tile][round].size(); size += 7) {
        damaged[round].resize(size);
        CHECK_THROWS_AS(work.finish(placed, damaged, {}), InternalError);
        damaged[round] = solutions[tile][round];
        damaged[round][size] ^= std::byte{1} << size % 8;
        int width = cuts.width(tile);
        try {
          width = work.finish(placed, damaged, {}).main.width();
        } catch (const InternalError&) {
          ++refused;
        }
        CHECK(width == cuts.width(tile));
      }
      damaged[round] = solutions[tile][round];
      damaged[round].push_back(std::byte{0});
      CHECK_THROWS_AS(work.finish(placed, damaged, {}), InternalError);
    }
  }
  CHECK(refused > 0);
}

/// The part called `name`; that of no name is the main result.
inline const Heightmap& map_of(const schema::WithParts<Heightmap, Heightmap>& made, std::string_view name) {
  for (const auto& [part, map] : made.parts) {
    if (part == name) return std::get<Heightmap>(map);
  }
  return made.main;
}

}  // namespace weald::test
