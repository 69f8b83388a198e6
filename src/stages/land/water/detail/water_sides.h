#pragma once
// Sides: the vertical cut through standing water along the border of the map.

#include "data/grid.h"
#include "data/heightmap.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology::detail {

/// Adds outward-facing walls along the border, from the water surface down to the ground, for the `level` passed to
/// add_sheets(). At most 2 (width + height) faces.
void add_sides(const Heightmap& ground, const Grid<float>& level, double texture_size, WaterSurface& out);

}  // namespace weald::hydrology::detail
