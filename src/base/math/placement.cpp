#include "base/math/placement.h"

#include <array>
#include <cmath>

namespace weald {

namespace {

constexpr double kMaxShear = 1e-6;                              // cosine between two axes; files hold single precision
constexpr double kShortestAxis = 1e-150, kLongestAxis = 1e150;  // their squares neither underflow nor overflow

Mat3 cofactors_of(const Mat3& m) { return {glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])}; }

/// The rotation nearest to a matrix that is almost a rotation: the mean of the matrix and its inverse transpose, which
/// squares the error. From a shear of 1e-6, two steps are accurate to the last bit.
Mat3 nearest_rotation(Mat3 m) {
  for (int step = 0; step < 3; ++step) {
    const Mat3 cofactors = cofactors_of(m);
    m = 0.5 * (m + cofactors / glm::dot(m[0], cofactors[0]));
  }
  return m;
}

/// Divides by the largest of the four components, so that no precision is lost for any rotation.
Vec4 quaternion_of(const Mat3& m) {
  const double x = m[0][0], y = m[1][1], z = m[2][2];
  Vec4 q{0, 0, 0, 1};
  if (x + y + z > 0) {
    q = {m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0], 1 + x + y + z};
  } else if (x >= y && x >= z) {
    q = {1 + x - y - z, m[0][1] + m[1][0], m[2][0] + m[0][2], m[1][2] - m[2][1]};
  } else if (y >= z) {
    q = {m[0][1] + m[1][0], 1 - x + y - z, m[1][2] + m[2][1], m[2][0] - m[0][2]};
  } else {
    q = {m[2][0] + m[0][2], m[1][2] + m[2][1], 1 - x - y + z, m[0][1] - m[1][0]};
  }
  q /= glm::length(q);
  if (q.w < 0) q = -q;
  return q + 0.0;  // no negative zeros
}

bool is_sheared(const Mat3& unit_axes) {
  return std::abs(glm::dot(unit_axes[0], unit_axes[1])) > kMaxShear ||
         std::abs(glm::dot(unit_axes[1], unit_axes[2])) > kMaxShear ||
         std::abs(glm::dot(unit_axes[2], unit_axes[0])) > kMaxShear;
}

}  // namespace

std::optional<Placement> placement_of(const Mat4& matrix) {
  Placement result{Vec3(matrix[3]), {}, {}};
  if (!is_finite(result.translation)) return std::nullopt;
  Mat3 axes(matrix);
  for (int i = 0; i < 3; ++i) {
    const double length = glm::length(axes[i]);
    if (!(length >= kShortestAxis && length <= kLongestAxis)) return std::nullopt;
    axes[i] /= length;
  }
  if (is_sheared(axes)) return std::nullopt;
  if (glm::determinant(axes) < 0) axes[0] = -axes[0];
  const Mat3 rotation = nearest_rotation(axes);
  for (int i = 0; i < 3; ++i) result.scale[i] = glm::dot(rotation[i], Vec3(matrix[i]));
  result.rotation = quaternion_of(rotation);
  return result;
}

Mat4 matrix_of(const Placement& placement) {
  const auto [x, y, z, w] =
      std::array{placement.rotation.x, placement.rotation.y, placement.rotation.z, placement.rotation.w};
  const Vec3 right{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)};
  const Vec3 up{2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)};
  const Vec3 ahead{2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)};
  return {Vec4{right * placement.scale.x, 0}, Vec4{up * placement.scale.y, 0}, Vec4{ahead * placement.scale.z, 0},
          Vec4{placement.translation, 1}};
}

Placement within(const Placement& outer, const Vec3& offset, double scale) {
  Placement result = outer;
  result.translation = Vec3{matrix_of(outer) * Vec4{offset, 1}};
  result.scale *= scale;
  return result;
}

}  // namespace weald
