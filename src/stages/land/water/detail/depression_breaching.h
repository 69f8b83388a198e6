#pragma once
// Depression breaching: routes water out of hollows along their valleys, over the lowest sills.
//
// A filled hollow is level, so drainage over it would follow the grid. Hollows are therefore breached instead of
// filled. Every cell belongs to the basin of the pit that its water runs down to. The search starts at the outlets and
// always continues over the lowest ground, so it reaches each basin over one sill; the flow path from that sill down to
// the pit is then reversed. Rivers thus stay in the valley bottoms up to the sill, and the other slopes of a hollow
// drain as before. On level ground, where every cell is a pit, water leaves along the shortest paths, measured with
// random factors on the step lengths.

#include <cstdint>
#include <span>

#include "methods/raster/cells.h"

namespace weald::hydrology::detail {

/// Replaces the directions of cells on the paths out of pits. Afterwards no cell from which an outlet can be reached
/// has the direction kPit. Deterministic in `seed`. `heights`, `outlets` (nonzero where water leaves the map) and
/// `directions` are arrays over `cells`. Time: O(n log n). Source: [cordonnier2019] (reversal of paths), [barnes2014]
/// (order of the search).
void breach_depressions(const Cells& cells, std::span<const float> heights, std::span<const std::uint8_t> outlets,
                        std::uint64_t seed, std::span<std::uint8_t> directions);

}  // namespace weald::hydrology::detail
