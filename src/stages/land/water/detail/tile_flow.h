#pragma once
// Drainage areas of a tile along given directions.
//
// Areas are whole numbers of samples, so the sum is exact in any order.

#include <cstdint>
#include <span>

#include "data/grid.h"
#include "stages/land/water/detail/tile_perimeter.h"

namespace weald::hydrology::detail {

/// The number of samples of the world that drain through each sample of a tile, itself included. `directions` has a
/// Direction for each sample; water ends at samples with kOutlet or kPit, and where it leaves the tile. `inflow` is the
/// number of samples outside the tile that drain into each sample of the perimeter over the border, in the order of
/// perimeter_place(). The samples of a circle of directions, which no land has, keep what they have without it. Time:
/// O(n); memory: 10 bytes per sample. Source: [barnes2017]; [zhou2019] (order of the sum).
Grid<std::uint64_t> tile_areas(const Grid<std::uint8_t>& directions, std::span<const std::uint64_t> inflow);

}  // namespace weald::hydrology::detail
