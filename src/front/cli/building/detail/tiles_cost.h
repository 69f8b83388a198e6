#pragma once
// What a build of many tiles writes, and how long it takes.

#include <cstddef>
#include <cstdint>
#include <span>

#include "data/estimate.h"
#include "engine/graph/graph.h"
#include "session/world.h"

namespace weald::app {

/// The cost of tiles, as far as the estimates of stages and outputs know it.
struct TilesCost {
  std::size_t files = 0;              ///< at most: files without content, such as an MTL of no materials, are left out
  Amount bytes = Amount::exactly(0);  ///< of these files
  Amount seconds = Amount::exactly(0);  ///< on one core, with what all tiles share
};

/// The cost of the tiles with these numbers, from that of one of each level: coarser ones have the files with {z} in
/// their names alone. A file that all tiles share, such as a texture, is counted once. `world` is the graph of the
/// world.
TilesCost cost_of_tiles(const pipeline::Graph& world, const session::TileLayout& layout,
                        std::span<const std::int64_t> numbers);

}  // namespace weald::app
