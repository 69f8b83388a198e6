// Whether a curve stands upright depends on where it lies, not on how its points were written.

#include <initializer_list>

#include "support/catch.h"

#include "methods/curve/upright.h"

namespace weald::curve {

namespace {

Curve polyline_of(std::initializer_list<Vec3> points, Plane plane) {
  Path path;
  Vec3 before = *points.begin();
  for (const Vec3& point : points) {
    if (point == before) continue;
    path.segments.push_back({{Vec4{before, 1}, Vec4{point, 1}}});
    before = point;
  }
  Curve curve;
  curve.paths.push_back(path);
  curve.plane = plane;
  return curve;
}

}  // namespace

TEST_CASE("upright: a curve in the plane xy stands upright, one in xz does not") {
  CHECK(is_upright(polyline_of({{0, 0, 0}, {5, 3, 0}, {9, 1, 0}}, Plane::xy)));
  CHECK_FALSE(is_upright(polyline_of({{0, 0, 0}, {5, 0, 3}, {9, 0, 1}}, Plane::xz)));
}

TEST_CASE("upright: a curve through points of three numbers on the ground does not stand upright") {
  CHECK_FALSE(is_upright(polyline_of({{0, 0, 0}, {5, 2, 3}, {9, 0, 1}}, Plane::xy)));
  CHECK_FALSE(is_upright(polyline_of({{0, 0, 4}, {5, 0, 4}}, Plane::xy)));
}

}  // namespace weald::curve
