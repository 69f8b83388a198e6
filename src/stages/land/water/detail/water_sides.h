#pragma once
// Sides: the vertical cut through standing water along the border of the map.

#include "stages/land/water/detail/water_sheets.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology::detail {

/// Adds outward-facing walls along the border of the whole map, from the water surface down to the ground. A region has
/// walls where it reaches that border. At most 2 (width + height) faces.
void add_sides(const Sheets& sheets, WaterSurface& out);

}  // namespace weald::hydrology::detail
