#include "support/catch.h"

#include <cmath>

#include "base/math/math.h"
#include "methods/curve/arc.h"
#include "methods/curve/bezier.h"

using namespace weald;
using namespace weald::curve;

namespace {

double largest_radial_error(const Segment& segment, const CircularArc& arc) {
  double worst = 0;
  for (int i = 0; i <= 500; ++i) {
    worst = std::max(worst, std::abs(glm::length(evaluate(segment, i / 500.0) - arc.centre) - arc.radius));
  }
  return worst / arc.radius;
}

CircularArc arc_of(double sweep) { return {{0, 0, 0}, 2.5, 20, sweep, Plane::xy}; }

}  // namespace

TEST_CASE("quadratic arc: the quarter circle has its tangent corner, weight sqrt(1/2) and midpoint") {
  const Segment quarter = quadratic_arc({{0, 0, 0}, 3, 0, 90, Plane::xy});
  CHECK(glm::length(project(quarter.points[1]) - Vec3{3, 3, 0}) < 1e-15 * 8);
  CHECK(quarter.points[1].w == Approx(std::sqrt(0.5)).epsilon(1e-15));
  const Vec3 middle = evaluate(quarter, 0.5);
  CHECK(middle.x == Approx(3 * 0.7071067811865476).epsilon(1e-15));
  CHECK(middle.y == Approx(3 * 0.7071067811865476).epsilon(1e-15));
}

TEST_CASE("quadratic arc: on the circle to rounding for sweeps of both signs below 180 degrees") {
  for (const double sweep : {1.0, 30.0, 60.0, 90.0, 120.0, 170.0, -45.0, -150.0}) {
    INFO(sweep);
    CHECK(largest_radial_error(quadratic_arc(arc_of(sweep)), arc_of(sweep)) < 1e-15 * (sweep > 160 ? 8 : 3));
  }
}

TEST_CASE("quadratic arc: the source's weight cos(theta)/2 would leave the circle by 0.076, 0.293 and 1 radius") {
  const struct { double sweep, error; } cases[] = {{60, 0.076}, {90, 0.293}};
  for (const auto& c : cases) {
    Segment wrong = quadratic_arc(arc_of(c.sweep));
    const Vec3 corner = project(wrong.points[1]);
    wrong.points[1] = homogeneous(corner, math::cos_deg(c.sweep) / 2);
    CHECK(largest_radial_error(wrong, arc_of(c.sweep)) == Approx(c.error).margin(0.001));
  }
}

TEST_CASE("arc path: splits at 90 degrees, joins bit for bit, closes a full turn, and runs in either plane") {
  const Path three = arc_path({{1, 2, 3}, 5, 10, 200, Plane::xz});
  CHECK(three.segments.size() == 3);
  CHECK_FALSE(three.closed);
  CHECK(three.segments[0].points.back() == three.segments[1].points.front());
  for (const Segment& s : three.segments) {
    for (const double t : {0.0, 0.3, 1.0}) {
      const Vec3 p = evaluate(s, t);
      CHECK(p.y == Approx(2));
      CHECK(std::hypot(p.x - 1, p.z - 3) == Approx(5));
    }
  }
  const Path circle = arc_path({{0, 0, 0}, 1, 0, 360, Plane::xy});
  CHECK(circle.segments.size() == 4);
  CHECK(circle.closed);
  CHECK(circle.segments.back().points.back() == circle.segments.front().points.front());
}
