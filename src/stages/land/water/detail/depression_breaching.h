#pragma once
// How water leaves hollows: along their valleys to their lowest sills.
//
// A filled hollow is level, and what drains it shows nothing but the grid. So nothing is filled. Every cell belongs to
// the basin of the pit into which its water runs by itself; from the outlets inwards, always over the lowest ground,
// each basin is reached over one sill, and the way by which water would run from there down into the pit is turned
// about. Thus rivers keep to the bottoms of valleys up to the sill, and the other slopes of a hollow drain as they did.
// On level ground, where every cell is a pit, the ways out are the shortest ones by lengths with random factors.

#include <cstdint>
#include <span>

#include "methods/raster/cells.h"

namespace weald::hydrology::detail {

/// Replaces the directions of cells on the ways out of pits, so that no kPit is left where an outlet can be reached.
/// Deterministic in `seed`. `heights`, `outlets` (not 0 where water leaves) and `directions` are arrays over `cells`.
/// Time: O(n log n). Source: [cordonnier2019] (ways turned about), [barnes2014] (order of the search).
void breach_depressions(const Cells& cells, std::span<const float> heights, std::span<const std::uint8_t> outlets,
                        std::uint64_t seed, std::span<std::uint8_t> directions);

}  // namespace weald::hydrology::detail
