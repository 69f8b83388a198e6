#include "methods/curve/interpolate.h"

#include <array>
#include <cmath>

#include "base/check.h"
#include "methods/curve/bezier.h"

namespace weald::curve {

namespace {

/// Inner control point next to `at` on the segment from `at` to `to`; `behind` is the previous point. `near` and `far`
/// are the centripetal knot distances from `behind` to `at` and from `at` to `to`.
Vec3 handle(const Vec3& behind, const Vec3& at, const Vec3& to, double near, double far) {
  const double near2 = near * near;
  const double far2 = far * far;
  return (near2 * to - far2 * behind + (2 * near2 + 3 * near * far + far2) * at) / (3 * near * (near + far));
}

double knot_distance(const Vec3& a, const Vec3& b) { return std::sqrt(glm::length(b - a)); }

}  // namespace

Vec3 centripetal_tangent(const Vec3& before, const Vec3& after, double step) {
  const double a = std::sqrt(glm::length(before));
  const double b = std::sqrt(glm::length(after));
  return step * (before / a - (before + after) / (a + b) + after / b);
}

Path interpolate(std::span<const Vec3> points, bool closed) {
  const std::size_t count = points.size();
  WEALD_CHECK(count >= (closed ? 3u : 2u));
  Path path;
  path.closed = closed;
  const std::size_t segments = closed ? count : count - 1;
  for (std::size_t i = 0; i < segments; ++i) {
    const Vec3& p1 = points[i];
    const Vec3& p2 = points[(i + 1) % count];
    const Vec3 p0 = closed || i > 0 ? points[(i + count - 1) % count] : 2.0 * p1 - p2;
    const Vec3 p3 = closed || i + 2 < count ? points[(i + 2) % count] : 2.0 * p2 - p1;
    const double d1 = knot_distance(p0, p1);
    const double d2 = knot_distance(p1, p2);
    const double d3 = knot_distance(p2, p3);
    WEALD_CHECK(d1 > 0 && d2 > 0 && d3 > 0);
    path.segments.push_back(make_segment(std::array{p1, handle(p0, p1, p2, d1, d2), handle(p3, p2, p1, d3, d2), p2}));
  }
  return path;
}

}  // namespace weald::curve
