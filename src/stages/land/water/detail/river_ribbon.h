#pragma once
// Ribbons: rivers as strips of triangles.

#include "stages/land/water/detail/river_courses.h"
#include "stages/land/water/detail/river_ground.h"
#include "stages/land/water/detail/water_surface.h"

namespace weald::hydrology::detail {

/// Longest mitre on the outside of a bend, as a factor of the width.
inline constexpr double kMitreLimit = 2;

/// Position of the shoulder vertices between centre line and edge, as a share of the half width; the depth is greatest
/// between the two shoulders.
inline constexpr double kShoulder = 0.6;

/// Adds the river of `course`: five vertices per point (edge, shoulder, centre, shoulder, edge) and eight triangles
/// between two points. Vertices outside the map of `ground` are clamped to its border. Every triangle faces up;
/// degenerate ones are dropped.
void add_ribbon(const RiverGround& ground, const Course& course, double texture_size, WaterSurface& out);

}  // namespace weald::hydrology::detail
