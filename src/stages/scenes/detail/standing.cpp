#include "stages/scenes/detail/standing.h"

#include "base/math/math.h"
#include "methods/curve/frames.h"

namespace weald::scene {

Mat3 tilt_matrix(double tilt, double lean) {
  const Vec3 up{0, 1, 0};
  const Vec3 axis = curve::turned(Vec3{0, 0, 1}, up, lean);
  const Vec3 across = glm::cross(up, axis);
  const Mat3 tilted{curve::turned(across, axis, tilt), curve::turned(up, axis, tilt), axis};
  return tilted * glm::transpose(Mat3{across, up, axis});
}

Mat4 transform_at(const Heightmap& ground, const Standing& standing) {
  const auto& [xz, size, turn, align, sink, tilt, lean] = standing;
  const Vec3 sky{0, 1, 0};
  const Vec3 up = glm::normalize(sky + (normal_at(ground, xz) - sky) * align);
  const Vec3 ahead = curve::perpendicular(up, Vec3{math::sin_deg(turn), 0, math::cos_deg(turn)});
  const Vec3 left = glm::cross(up, ahead);
  const Vec3 foot{xz.x, height_at(ground, xz) - sink * size, xz.y};
  if (tilt == 0) return Mat4{Vec4{left * size, 0}, Vec4{up * size, 0}, Vec4{ahead * size, 0}, Vec4{foot, 1}};
  const Mat3 axes = Mat3{left, up, ahead} * tilt_matrix(tilt, lean) * size;
  return Mat4{Vec4{axes[0], 0}, Vec4{axes[1], 0}, Vec4{axes[2], 0}, Vec4{foot, 1}};
}

}  // namespace weald::scene
