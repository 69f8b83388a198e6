#pragma once
// Octahedral maps: directions of a sphere or of its upper half as points of a square.

#include "base/math/vec.h"
#include "picture/camera/camera.h"

namespace weald::billboard {

/// Directions that the square represents.
enum class DirectionSpan {
  hemisphere,  ///< directions that do not point down; the horizon is the edge of the square
  sphere,  ///< all directions; the horizon is a square rotated by 45 degrees, and straight down is at all four corners
};

/// The unit direction at (u, v), each 0 to 1. For the hemisphere, (0, 0) is north, (1, 0) east, (1, 1) south, (0, 1)
/// west, and the centre is straight up. Source: [meyer2010] (the map), [brucks2018] (its half, rotated by 45 degrees).
Vec3 direction_at(const Vec2& uv, DirectionSpan span);

/// Inverse of direction_at: the point of a direction, which need not have unit length. Directions that point down lie
/// outside the square of the hemisphere and are clamped to its edge. Pre: not zero.
Vec2 point_of(const Vec3& direction, DirectionSpan span);

/// Axes of a picture seen from a unit direction: `up` lies in the plane of the direction and the world's y axis; for
/// vertical directions, `right` is +x.
render::ViewAxes axes_towards(const Vec3& direction);

}  // namespace weald::billboard
