#include "gltf/placement.h"

#include <array>
#include <cmath>

namespace weald::gltf {

namespace {

/// The quaternion of a rotation: its largest component first, so that nothing is divided by a small number.
Vec4 quaternion_of(const Mat3& m) {
  const double trace = m[0][0] + m[1][1] + m[2][2];
  Vec4 q;
  if (trace > 0) {
    const double s = 2 * std::sqrt(1 + trace);
    q = {(m[1][2] - m[2][1]) / s, (m[2][0] - m[0][2]) / s, (m[0][1] - m[1][0]) / s, s / 4};
  } else {
    const int i = m[0][0] >= m[1][1] && m[0][0] >= m[2][2] ? 0 : m[1][1] >= m[2][2] ? 1 : 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double s = 2 * std::sqrt(1 + m[i][i] - m[j][j] - m[k][k]);
    q[i] = s / 4;
    q[j] = (m[j][i] + m[i][j]) / s;
    q[k] = (m[k][i] + m[i][k]) / s;
    q.w = (m[j][k] - m[k][j]) / s;
  }
  q /= glm::length(q);
  return q.w < 0 ? -q : q;
}

Vec3 rotated(const Vec4& q, const Vec3& v) {
  const Vec3 axis{q.x, q.y, q.z};
  return v + 2.0 * glm::cross(axis, glm::cross(axis, v) + q.w * v);
}

}  // namespace

std::optional<Placement> placement_of(const Mat4& map) {
  constexpr double kTolerance = 1e-6;
  std::array<Vec3, 3> columns;
  Placement result;
  result.translation = Vec3{map[3]};
  for (int i = 0; i < 3; ++i) {
    columns[static_cast<std::size_t>(i)] = Vec3{map[i]};
    result.scale[i] = glm::length(Vec3{map[i]});
    if (!(result.scale[i] > 0) || !std::isfinite(result.scale[i])) return std::nullopt;
    columns[static_cast<std::size_t>(i)] /= result.scale[i];
  }
  if (std::abs(glm::dot(columns[0], columns[1])) > kTolerance || std::abs(glm::dot(columns[1], columns[2])) > kTolerance ||
      std::abs(glm::dot(columns[2], columns[0])) > kTolerance)
    return std::nullopt;
  if (glm::dot(glm::cross(columns[0], columns[1]), columns[2]) < 0) {
    result.scale.x = -result.scale.x;
    columns[0] = -columns[0];
  }
  result.rotation = quaternion_of(Mat3{columns[0], columns[1], columns[2]});
  return result;
}

Placement within(const Placement& outer, const Vec3& offset, double scale) {
  Placement result = outer;
  result.translation += rotated(outer.rotation, outer.scale * offset);
  result.scale *= scale;
  return result;
}

}  // namespace weald::gltf
