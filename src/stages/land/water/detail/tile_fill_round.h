#pragma once
// The filling of depressions as a round over the tiles of a map, for the stages that begin with it.

#include <cstddef>
#include <span>

#include "data/heightmap.h"
#include "data/perimeter_work.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology::detail {

/// The round that finds the levels along the perimeter of every tile, for water that leaves over `sides` of the map;
/// see tile_fill.h.
PerimeterRound fill_round(OutletSides sides);

/// The filled heights of a tile, from its solution of fill_round().
Grid<float> filled_tile(const Heightmap& tile, OutletSides sides, std::span<const std::byte> solution);

}  // namespace weald::hydrology::detail
