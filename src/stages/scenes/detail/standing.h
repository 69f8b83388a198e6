#pragma once
// Standing: how a copy stands on the ground.

#include "base/math/vec.h"
#include "data/heightmap.h"

namespace weald::scene {

struct Standing {
  Vec2 xz{0};
  double size = 1;   ///< scale
  double turn = 0;   ///< about the vertical, degrees
  double align = 0;  ///< tilt from the vertical (0) to the ground's normal (1)
  double sink = 0;   ///< depth at scale 1, metres
  double tilt = 0;   ///< by which the copy leans, degrees
  double lean = 0;   ///< direction of the axis about which it leans, within its own axes, degrees
};

/// The rotation by `tilt` degrees about a horizontal axis, `lean` degrees about the vertical from z.
Mat3 tilt_matrix(double tilt, double lean);

/// The transform of a copy that stands on the ground.
Mat4 transform_at(const Heightmap& ground, const Standing& standing);

}  // namespace weald::scene
