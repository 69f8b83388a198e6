#pragma once
// Levels of detail: a landscape is formed on a coarse grid first, and then refined from grid to grid.
//
// The coarse grids depend on the extent of the land in metres rather than on the size of the requested grid, so the
// same land results at any resolution.

#include <cstdint>
#include <vector>

#include "data/heightmap.h"

namespace weald::hydrology {

/// The grids that lead to `target`, coarsest first and `target` last: their cells are 1/64 of the longer side, then
/// 1/128, and so on. Each begins at the origin of the target and covers at least the same ground. Pre: at least 2 x 2
/// samples.
std::vector<GridSpec> level_grids(const GridSpec& target);

/// Resamples `map` to `grid`. Upsampling is cubic. For downsampling, samples are first averaged with weights 1 2 1
/// until their spacing is about that of the grid. The border of the map is extended outwards.
Heightmap resampled(const Heightmap& map, const GridSpec& grid);

/// Resamples `map` to the finer `grid` and displaces it by smooth noise with a wavelength of five cells, by about one
/// cell of `map`, fading out towards the border. Valleys then no longer follow the coarse grid. Deterministic in
/// `seed`.
Heightmap bent(const Heightmap& map, const GridSpec& grid, std::uint64_t seed);

/// Gentle fractal ground on `grid`. Octave 0 has the wavelength `longest` metres and the amplitude `amplitude` metres;
/// each further octave halves the wavelength. Sums the octaves [first, last).
Heightmap rough_ground(const GridSpec& grid, double longest, double amplitude, int first, int last, std::uint64_t seed);

}  // namespace weald::hydrology
