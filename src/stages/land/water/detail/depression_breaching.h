#pragma once
// Depression breaching: routes water out of hollows along their valleys, over the lowest sills.
//
// A filled hollow is level, so drainage over it would follow the grid. Hollows are therefore breached instead of
// filled. Every cell belongs to the basin of the pit that its water runs down to. A search starts at the outlets and
// always continues over the lowest ground, so it reaches each basin over one sill; the flow path from that sill down to
// the pit is then reversed. Rivers thus stay in the valley bottoms up to the sill, and the other slopes of a hollow
// drain as before. On level ground, where every cell is a pit, water leaves along the shortest paths, measured with
// random factors on the step lengths.
//
// Only the cells on the rims of basins, where a neighbour belongs to another basin or is level, decide where the search
// enters a basin. The search therefore follows single cells only on its way down to a pit, and then continues with the
// rim of that basin; it ends when it has entered every basin. The directions are those of a search over all cells.

#include <cstdint>
#include <span>

#include "methods/raster/cells.h"

namespace weald::hydrology::detail {

/// Replaces the directions of cells on the paths out of pits. Afterwards no cell from which an outlet can be reached
/// has the direction kPit. Deterministic in `seed`. `heights`, with an infinite margin, and `directions` are arrays
/// over `cells`; where the direction is kOutlet, water leaves the map. Every other direction leads to a lower cell.
/// Time: O(n + m log m) for m cells on rims. Source: [cordonnier2019] (basins, reversal of paths), [barnes2014] (order
/// of the search).
void breach_depressions(const Cells& cells, std::span<const float> heights, std::uint64_t seed,
                        std::span<std::uint8_t> directions);

}  // namespace weald::hydrology::detail
