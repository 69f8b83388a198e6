#pragma once
// The drainage out of depressions as a round over the tiles of a map, for the stages that begin with it.

#include <optional>

#include "data/perimeter_work.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology::detail {

/// The round that finds the BasinSolution of every tile, as bytes; see tile_basins.h. Its tiles have a halo of 1.
PerimeterRound basins_round(OutletSides sides, std::optional<float> sea_level = std::nullopt);

}  // namespace weald::hydrology::detail
