#pragma once
// Levels of detail: a landscape is shaped on a coarse grid first, and refined from grid to grid.
//
// The coarse grids depend on the extent of the land in metres and not on the size of the grid that is asked for, so the
// same land comes out at any resolution.

#include <cstdint>
#include <vector>

#include "data/heightmap.h"

namespace weald::hydrology {

/// The grids on the way to `target`, coarsest first, `target` last: cells are 1/64 of the longer side, 1/128 ... of it.
/// Each begins at the origin of the target and covers at least the same ground. Pre: at least 2 x 2 samples.
std::vector<GridSpec> level_grids(const GridSpec& target);

/// `map` at the places of `grid`: cubic where that is finer, of samples averaged with weights 1 2 1 until they are
/// about as far apart as those of the grid where it is coarser. Beyond the map its border counts.
Heightmap resampled(const Heightmap& map, const GridSpec& grid);

/// `map` on the finer `grid`, bent by smooth noise of five cells' wavelength, by about one cell of `map`, fading
/// out towards the border: valleys that followed the coarse grid no longer do. Deterministic in `seed`.
Heightmap bent(const Heightmap& map, const GridSpec& grid, std::uint64_t seed);

/// Gentle fractal ground on `grid`: octaves of noise from wavelength `longest` metres on, halved from one to the next,
/// the first of `amplitude` metres; those numbered [first, last).
Heightmap rough_ground(const GridSpec& grid, double longest, double amplitude, int first, int last, std::uint64_t seed);

}  // namespace weald::hydrology
