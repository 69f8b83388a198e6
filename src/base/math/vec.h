#pragma once
// Vectors and matrices: glm types under the project's names. Geometry is computed in double precision;
// large arrays (mesh attributes, height samples) are stored in single precision.

#include <cfloat>
#include <cmath>

#include <glm/glm.hpp>

// Wider intermediate results, as on x87, would give different bits from SSE and NEON.
static_assert(FLT_EVAL_METHOD == 0, "weald needs float arithmetic without excess precision");

namespace weald {

using Vec2 = glm::dvec2;
using Vec3 = glm::dvec3;
using Vec4 = glm::dvec4;
using Vec2f = glm::vec2;
using Vec3f = glm::vec3;
using Vec4f = glm::vec4;
using Mat3 = glm::dmat3;
using Mat3f = glm::mat3;
using Mat4 = glm::dmat4;

/// Axis-aligned box; empty (min > max) until the first point is added.
struct Bounds {
  Vec3 min{DBL_MAX};
  Vec3 max{-DBL_MAX};

  /// Extends the box to contain `point`.
  void add(const Vec3& point) {
    min = glm::min(min, point);
    max = glm::max(max, point);
  }
  /// Extends the box to contain `other`, which may be empty.
  void add(const Bounds& other) {
    min = glm::min(min, other.min);
    max = glm::max(max, other.max);
  }
  /// Whether `other`, which is not empty, lies in this box.
  bool contains(const Bounds& other) const {
    return min.x <= other.min.x && min.y <= other.min.y && min.z <= other.min.z && max.x >= other.max.x &&
           max.y >= other.max.y && max.z >= other.max.z;
  }
  bool empty() const { return min.x > max.x; }
  Vec3 size() const { return empty() ? Vec3{0} : max - min; }
  Vec3 centre() const { return empty() ? Vec3{0} : (min + max) * 0.5; }
  /// Corner `number`, 0 to 7: bits 0, 1 and 2 choose between min and max along x, y and z.
  Vec3 corner(int number) const {
    return {(number & 1) != 0 ? max.x : min.x, (number & 2) != 0 ? max.y : min.y, (number & 4) != 0 ? max.z : min.z};
  }
};

/// Box around an affinely transformed box; empty for an empty one.
inline Bounds transformed(const Bounds& box, const Mat4& matrix) {
  Bounds result;
  if (box.empty()) return result;
  for (int i = 0; i < 8; ++i) result.add(Vec3{matrix * Vec4{box.corner(i), 1.0}});
  return result;
}

/// Whether no coordinate is NaN or infinite.
inline bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
inline bool is_finite(const Vec3f& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// Unit vector along `v`, or `fallback` if `v` is too short to have a direction.
inline Vec3 normalized_or(const Vec3& v, const Vec3& fallback) {
  const double length = glm::length(v);
  return length > 1e-300 ? v / length : fallback;
}

}  // namespace weald
