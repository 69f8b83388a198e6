#pragma once
// PerimeterWork: a stage whose result for a tile depends on other tiles only through a summary of each: what happens on
// their perimeters, or a coarse map of them.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/tile_cuts.h"

namespace weald {

/// The three steps in which a stage that reads one heightmap makes another on the same grid, tile by tile. The result
/// is that of the whole map, whatever the tiles. Each tile has its CutPlace, whose region is the tile without its halo.
struct PerimeterWork {
  int halo = 0;  ///< samples around each tile that are read with it, as far as the map has them
  /// What the rest of the map has to know of a tile.
  std::function<std::vector<std::byte>(const Heightmap& tile)> summary;
  /// What each tile has to know of the rest of the map, from the summaries of all tiles, in the order of their numbers.
  std::function<std::vector<std::vector<std::byte>>(
      const TileCuts& cuts, std::span<const std::vector<std::byte>> summaries, const RunContext& context)>
      solve;
  /// The result for a tile, without its halo.
  std::function<Heightmap(const Heightmap& tile, std::span<const std::byte> solution)> finish;
};

}  // namespace weald
