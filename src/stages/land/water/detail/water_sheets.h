#pragma once
// Sheets: level water whose shore is a contour of the ground.

#include <cstddef>

#include "base/run_context.h"
#include "data/grid.h"
#include "data/heightmap.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology::detail {

/// Level of a sample that no water covers.
inline constexpr float kDry = -3.0e38f;

/// Number of faces that add_sheets() will add.
std::size_t count_sheet_faces(const Grid<float>& level);

/// Position of the shore on the edge from a wet sample to a dry one, as a share of its length between 1/128 and
/// 127/128. Pre: `level` above `wet_ground`.
double shore_place(double level, double wet_ground, double dry_ground);

/// Adds standing water at `level`, given per sample (kDry where there is none). A cell with four wet corners gets one
/// face; other cells get the submerged parts of their two triangles. Pre: the level of a wet sample is above its
/// ground.
void add_sheets(const Heightmap& ground, const Grid<float>& level, double texture_size, WaterSurface& out,
                const RunContext& context);

}  // namespace weald::hydrology::detail
