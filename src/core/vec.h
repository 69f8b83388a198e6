#pragma once
// Vectors and matrices: glm types under the project's names. Geometry is computed in double precision;
// large arrays (mesh attributes, height samples) are stored in single precision.

#include <cfloat>

#include <glm/glm.hpp>

// x87 or a wider evaluation method would give other bits than SSE and NEON do.
static_assert(FLT_EVAL_METHOD == 0, "weald needs float arithmetic without excess precision");

namespace weald {

using Vec2 = glm::dvec2;
using Vec3 = glm::dvec3;
using Vec4 = glm::dvec4;
using Vec2f = glm::vec2;
using Vec3f = glm::vec3;
using Vec4f = glm::vec4;
using Mat3 = glm::dmat3;
using Mat4 = glm::dmat4;

/// Axis-aligned box; empty (min > max) until the first point is added.
struct Bounds {
  Vec3 min{DBL_MAX};
  Vec3 max{-DBL_MAX};

  void add(const Vec3& point) {
    min = glm::min(min, point);
    max = glm::max(max, point);
  }
  bool empty() const { return min.x > max.x; }
  Vec3 size() const { return empty() ? Vec3{0} : max - min; }
  Vec3 centre() const { return empty() ? Vec3{0} : (min + max) * 0.5; }
};

/// Unit vector along `v`, or `fallback` where `v` is too short to have a direction.
inline Vec3 normalized_or(const Vec3& v, const Vec3& fallback) {
  const double length = glm::length(v);
  return length > 1e-300 ? v / length : fallback;
}

}  // namespace weald
