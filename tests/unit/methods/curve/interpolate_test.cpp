#include "support/catch.h"

#include <cmath>
#include <vector>

#include "methods/curve/bezier.h"
#include "methods/curve/interpolate.h"

using namespace weald;
using namespace weald::curve;

TEST_CASE("interpolate: passes through its points with a continuous tangent") {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 3, 0}, {4, 3, 1}, {4.5, 0, 2}, {2, -1, 0}};
  for (const bool closed : {false, true}) {
    const Path path = interpolate(points, closed);
    REQUIRE(path.segments.size() == (closed ? 5u : 4u));
    for (std::size_t i = 0; i < path.segments.size(); ++i) {
      CHECK(evaluate(path.segments[i], 0) == points[i]);
      CHECK(evaluate(path.segments[i], 1) == points[(i + 1) % 5]);
      if (!closed && i + 1 == path.segments.size()) continue;
      const Segment& next = path.segments[(i + 1) % path.segments.size()];
      CHECK(glm::length(*direction(path.segments[i], 1) - *direction(next, 0)) < 1e-12);
    }
  }
}

TEST_CASE("interpolate: evenly spaced points on a line give a line, and even spacing the uniform Catmull-Rom handles") {
  const Path line = interpolate(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, false);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(line.segments[i].points[1].x == Approx(static_cast<double>(i) + 1.0 / 3));
    CHECK(line.segments[i].points[2].x == Approx(static_cast<double>(i) + 2.0 / 3));
  }
  // A unit square closed: all knot distances 1, so the handle is P1 + (P2 - P0) / 6.
  const Path square = interpolate(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, true);
  CHECK(square.segments[0].points[1].x == Approx(1.0 / 6));
  CHECK(square.segments[0].points[1].y == Approx(-1.0 / 6));
}

TEST_CASE("interpolate: the control points lie a third of the centripetal tangents from the points") {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 3, 0}, {4, 3, 1}, {4.5, 0, 2}};
  const Path path = interpolate(points, false);
  const auto chord = [&](std::size_t i) { return points[i + 1] - points[i]; };
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const auto tangent = [&](std::size_t piece) {
      return centripetal_tangent(chord(i - 1), chord(i), std::sqrt(glm::length(chord(piece))));
    };
    CHECK(glm::length(points[i] - tangent(i - 1) / 3.0 - project(path.segments[i - 1].points[2])) < 1e-14);
    CHECK(glm::length(points[i] + tangent(i) / 3.0 - project(path.segments[i].points[1])) < 1e-14);
  }
}
