#pragma once
// Backdrop: what the sky behind a picture depends on.

#include "picture/camera/camera.h"

namespace weald::render {

/// The view of a picture, and the sun. All members are numbers that are stored with a lit picture.
struct Backdrop {
  ViewAxes axes;
  double focal = 0;  ///< pixels; 0: an orthographic view, which shows no sky
  Vec2 centre{0, 0};
  Vec3 sun{0, 1, 0};  ///< direction, of unit length

  /// Whether it is a perspective view of finite numbers.
  bool shows_sky() const {
    return focal > 0.0 && is_finite(axes.right) && is_finite(axes.up) && is_finite(axes.back) &&
           is_finite(Vec3{focal, centre}) && is_finite(sun);
  }

  /// Unit direction of the ray through pixel coordinates. Pre: shows_sky().
  Vec3 direction(double x, double y) const {
    return glm::normalize(axes.right * ((x - centre.x) / focal) + axes.up * ((centre.y - y) / focal) - axes.back);
  }
};

}  // namespace weald::render
