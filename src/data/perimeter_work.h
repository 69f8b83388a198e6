#pragma once
// PerimeterWork: a stage whose result for a tile depends on other tiles only through a summary of each: what happens on
// their perimeters, or a coarse map of them.

#include <any>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/tile_cuts.h"
#include "schema/part.h"

namespace weald {

/// What the rest of the map has to know of a tile: a value of a type that only the stage itself knows.
using TileSummary = std::any;
/// What a tile has to know of the rest of the map: bytes that only the stage itself reads. They are kept in the cache.
using TileSolution = std::vector<std::byte>;

/// Summaries as values of their type, which is the same for all of them.
template <class Summary>
std::vector<Summary> summaries_as(std::vector<TileSummary> summaries) {
  std::vector<Summary> values;
  values.reserve(summaries.size());
  for (TileSummary& summary : summaries) values.push_back(std::any_cast<Summary>(std::move(summary)));
  return values;
}

/// One round over all tiles: a summary of each, and one search over all summaries.
struct PerimeterRound {
  /// What the rest of the map has to know of a tile. `known` holds the tile's solutions of the earlier rounds.
  std::function<TileSummary(const Heightmap& tile, std::span<const TileSolution> known)> summary;
  /// What each tile has to know of the rest of the map, from the summaries of all tiles, in the order of their numbers.
  std::function<std::vector<TileSolution>(const TileCuts& cuts, std::vector<TileSummary> summaries,
                                          const RunContext& context)>
      solve;
};

/// The steps in which a stage that reads one heightmap makes others on the same grid, tile by tile. The result is that
/// of the whole map, whatever the tiles. Each tile has its CutPlace, whose region is the tile without its halo.
struct PerimeterWork {
  int halo = 0;  ///< samples around each tile that are read with it, as far as the map has them
  /// Least memory for each sample of a tile, the tile included, while it is summarised or finished, bytes.
  double tile_bytes = sizeof(float);
  std::vector<PerimeterRound> rounds;
  /// The result for a tile, without its halo, and its wanted parts, from the tile's solutions of all rounds.
  std::function<schema::WithParts<Heightmap, Heightmap>(const Heightmap& tile, std::span<const TileSolution> solutions,
                                                        const schema::WantedParts& wanted)>
      finish;
};

}  // namespace weald
