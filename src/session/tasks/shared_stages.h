#pragma once
// The stages of a world whose results do not depend on the tile: they are made once, and every tile reads them.

#include <cstddef>
#include <vector>

#include "engine/graph/graph.h"

namespace weald::session {

/// The stages of a tile's graph whose results are the same for all tiles and are kept in the cache, ascending: stages
/// that depend on the whole map, and stages that read no map. Pre: the graph has a region.
std::vector<std::size_t> shared_stages(const pipeline::Graph& tile);

/// The shared stages of a tile's graph, with the stages that they read, and no outputs. Running it fills the cache with
/// what the tiles need.
pipeline::Graph shared_graph(const pipeline::Graph& tile);

}  // namespace weald::session
