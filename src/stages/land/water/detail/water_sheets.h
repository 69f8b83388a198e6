#pragma once
// Sheets: level water whose shore is a contour of the ground. Internal to hydrology/.

#include <cstddef>

#include "base/run_context.h"
#include "data/grid.h"
#include "data/heightmap.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology::detail {

/// Value of a sample that no water covers.
inline constexpr float kDry = -3.0e38f;

/// Faces that add_sheets() will add.
std::size_t count_sheet_faces(const Grid<float>& level);

/// How far along the edge from a wet sample to a dry one the water ends, as a share of its length: at least 1/128, at
/// most 127/128. Pre: `level` above `wet_ground`.
double shore_place(double level, double wet_ground, double dry_ground);

/// Adds the water that stands at `level` (per sample; kDry where there is none): of a cell whose corners are all wet
/// one face, of others what their two triangles have under water. Pre: the level of a wet sample is above its ground.
void add_sheets(const Heightmap& ground, const Grid<float>& level, double texture_size, WaterSurface& out,
                const RunContext& context);

}  // namespace weald::hydrology::detail
