#pragma once
// Octahedral maps: directions of a sphere or of its upper half as points of a square.

#include "base/math/vec.h"
#include "picture/camera.h"

namespace weald::billboard {

/// The content of the square.
enum class DirectionSpan {
  hemisphere,  ///< directions that do not point down; the horizon is the edge of the square
  sphere,      ///< all; the horizon is a square that stands on a corner, and straight down is in all four corners
};

/// The unit direction at (u, v), 0 to 1 each; of the hemisphere (0, 0) is north, (1, 0) east, (1, 1) south, (0, 1) west
/// and the middle is straight up. Source: [meyer2010] (the map), [brucks2018] (the half of it, turned by 45 degrees).
Vec3 direction_at(const Vec2& uv, DirectionSpan span);

/// The point of a direction, which need not have unit length: the inverse. Directions that point down lie beyond the
/// square of the hemisphere's; the nearest point of its edge is given for them. Pre: not zero.
Vec2 point_of(const Vec3& direction, DirectionSpan span);

/// Axes of a picture taken from a unit direction: `up` is in the plane of the direction and the world's y, and for
/// directions straight up and down `right` is +x.
render::ViewAxes axes_towards(const Vec3& direction);

}  // namespace weald::billboard
