#pragma once
// The search for ways out of hollows as it is defined: over all cells, one by one. Slow; the room's own search must
// give the same directions.

#include <cstdint>
#include <span>

#include "methods/raster/cells.h"

namespace weald::test {

/// The directions that hydrology::detail::breach_depressions gives, by a search that visits every cell. `outlets` is
/// nonzero where water leaves the map. Time: O(n log n). Source: [cordonnier2019] (reversal of paths), [barnes2014]
/// (order of the search).
void breach_depressions_cell_by_cell(const hydrology::Cells& cells, std::span<const float> heights,
                                     std::span<const std::uint8_t> outlets, std::uint64_t seed,
                                     std::span<std::uint8_t> directions);

}  // namespace weald::test
