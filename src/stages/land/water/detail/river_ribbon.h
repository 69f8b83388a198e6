#pragma once
// Ribbons: rivers as strips of triangles. Internal to hydrology/.

#include "data/heightmap.h"
#include "stages/land/water/detail/river_courses.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology::detail {

/// Longest mitre on the outside of a bend, as a factor of the width.
inline constexpr double kMitreLimit = 2;

/// Where the vertices between middle and edge lie: the depth is greatest between them.
inline constexpr double kShoulder = 0.6;

/// Adds the river of `course`: five vertices per point (from edge to edge, the second kShoulder of the way from the
/// middle to the first), eight triangles between two points. What lies outside the map of `ground` is moved to its
/// border. Every triangle faces up; those without area are left out.
void add_ribbon(const Heightmap& ground, const Course& course, double texture_size, WaterSurface& out);

}  // namespace weald::hydrology::detail
