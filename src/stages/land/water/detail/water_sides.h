#pragma once
// Sides: the cut through standing water along the border of the map. Internal to hydrology/.

#include "data/grid.h"
#include "data/heightmap.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology::detail {

/// Adds walls from the water's surface down to the ground along the border, facing outwards, for the same `level` as
/// add_sheets(). At most 2 (width + height) faces.
void add_sides(const Heightmap& ground, const Grid<float>& level, double texture_size, WaterSurface& out);

}  // namespace weald::hydrology::detail
