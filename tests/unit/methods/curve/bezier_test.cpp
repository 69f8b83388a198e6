#include "support/catch.h"

#include <cmath>

#include "base/rng.h"
#include "methods/curve/bezier.h"
#include "unit/methods/curve/flat_segment.h"

using namespace weald;
using namespace weald::curve;
using weald::test::flat;

namespace {

Segment random_segment(const Rng& rng, std::uint64_t id, int degree, bool rational) {
  std::vector<Vec3> points;
  std::vector<double> weights;
  for (int i = 0; i <= degree; ++i) {
    const auto k = static_cast<std::uint64_t>(i) * 4;
    points.push_back(
        {rng.uniform_in(-10, 10, id, k), rng.uniform_in(-10, 10, id, k + 1), rng.uniform_in(-10, 10, id, k + 2)});
    weights.push_back(rational ? rng.uniform_in(0.2, 5, id, k + 3) : 1.0);
  }
  return make_segment(points, weights);
}

/// The definition: sum of w P b over sum of w b, binomials by their product formula.
Vec3 by_definition(const Segment& segment, double t) {
  const int n = degree(segment);
  Vec4 sum{0};
  for (int i = 0; i <= n; ++i) {
    double b = 1;
    for (int k = 1; k <= i; ++k) b = b * (n - k + 1) / k;
    for (int k = 0; k < i; ++k) b *= t;
    for (int k = i; k < n; ++k) b *= 1 - t;
    sum += segment.points[static_cast<std::size_t>(i)] * b;
  }
  return project(sum);
}

void require_points(const Segment& segment, std::initializer_list<Vec2> expected) {
  REQUIRE(segment.points.size() == expected.size());
  std::size_t i = 0;
  for (const Vec2& p : expected) {
    CHECK(segment.points[i].x == p.x);
    CHECK(segment.points[i].y == p.y);
    ++i;
  }
}

}  // namespace

TEST_CASE("split: both control polygons of the unit square's cubic at one half") {
  const auto [left, right] = split(flat({{0, 0}, {0, 1}, {1, 1}, {1, 0}}), 0.5);
  require_points(left, {{0, 0}, {0, .5}, {.25, .75}, {.5, .75}});
  require_points(right, {{.5, .75}, {.75, .75}, {1, .5}, {1, 0}});
}

TEST_CASE("split: both control polygons of a cubic at one quarter") {
  const auto [left, right] = split(flat({{0, 0}, {1, 2}, {3, 2}, {4, 0}}), 0.25);
  require_points(left, {{0, 0}, {.25, .5}, {.5625, .875}, {.90625, 1.125}});
  require_points(right, {{.90625, 1.125}, {1.9375, 1.875}, {3.25, 1.5}, {4, 0}});
}

TEST_CASE("evaluate: the cubic with x = 0,0,1,1 and y = 0,1,1,0 at quarters") {
  const Segment cubic = flat({{0, 0}, {0, 1}, {1, 1}, {1, 0}});
  const double x[] = {0, .15625, .5, .84375, 1};
  const double y[] = {0, .5625, .75, .5625, 0};
  for (int i = 0; i <= 4; ++i) {
    CHECK(evaluate(cubic, i * 0.25).x == x[i]);
    CHECK(evaluate(cubic, i * 0.25).y == y[i]);
  }
}

TEST_CASE("evaluate: agrees with the definition for degrees 1 to 32, polynomial and rational") {
  const Rng rng(11);
  for (int n = 1; n <= kMaxDegree; ++n) {
    for (const bool rational : {false, true}) {
      const Segment segment = random_segment(rng, static_cast<std::uint64_t>(n), n, rational);
      for (const double t : {0.0, 0.1, 0.25, 0.5, 0.77, 1.0}) {
        const Vec3 expected = by_definition(segment, t);
        CHECK(glm::length(evaluate(segment, t) - expected) < 1e-12);
      }
    }
  }
}

TEST_CASE("evaluate: meets the end points exactly") {
  const Rng rng(3);
  for (std::uint64_t id = 0; id < 50; ++id) {
    const Segment s = random_segment(rng, id, 1 + static_cast<int>(id % 12), false);
    CHECK(evaluate(s, 0) == Vec3(s.points.front()));
    CHECK(evaluate(s, 1) == Vec3(s.points.back()));
  }
}

TEST_CASE("weights: a common factor changes nothing, a larger weight pulls the curve nearer") {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 2, 0}, {3, 0, 0}};
  const Segment even = make_segment(points);
  const Segment scaled = make_segment(points, std::vector<double>{7, 7, 7});
  const Segment pulled = make_segment(points, std::vector<double>{1, 5, 1});
  for (const double t : {0.2, 0.5, 0.9}) CHECK(glm::length(evaluate(even, t) - evaluate(scaled, t)) < 1e-15);
  CHECK(glm::length(evaluate(pulled, 0.5) - points[1]) < glm::length(evaluate(even, 0.5) - points[1]));
}

TEST_CASE("weights: a Moebius change of parameter by weights keeps the curve") {
  // w_i -> w_i c^i moves along the same curve: t -> c t / (1 - t + c t).
  const double c = 3;
  const std::vector<Vec3> points{{0, 0, 0}, {1, 2, 0}, {3, 1, 1}, {4, 0, 0}};
  const Segment even = make_segment(points);
  const Segment moved = make_segment(points, std::vector<double>{1, c, c * c, c * c * c});
  for (const double t : {0.1, 0.4, 0.8}) {
    CHECK(glm::length(evaluate(moved, t) - evaluate(even, c * t / (1 - t + c * t))) < 1e-14);
  }
}

TEST_CASE("derivatives: agree with central differences for polynomial and rational segments") {
  const Rng rng(5);
  for (std::uint64_t id = 0; id < 40; ++id) {
    const Segment s = random_segment(rng, id, 1 + static_cast<int>(id % 6), id % 2 == 0);
    for (const double t : {0.2, 0.5, 0.8}) {
      const Derivatives d = derivatives(s, t);
      const double h = 1e-5;
      const Vec3 before = evaluate(s, t - h);
      const Vec3 after = evaluate(s, t + h);
      const double scale = 1 + glm::length(d.first) + glm::length(d.second);
      CHECK(d.point == evaluate(s, t));
      CHECK(glm::length((after - before) / (2 * h) - d.first) < 1e-6 * scale * scale);
      CHECK(glm::length((after - 2.0 * d.point + before) / (h * h) - d.second) < 1e-3 * scale * scale);
    }
  }
}

TEST_CASE("derivatives: at the start of a rational segment n w1/w0 (P1 - P0), not the projected 4D derivative") {
  const Segment s = make_segment(std::vector<Vec3>{{1, 1, 0}, {2, 3, 0}, {4, 0, 0}}, std::vector<double>{2, 5, 1});
  CHECK(glm::length(derivatives(s, 0).first - 2.0 * 2.5 * Vec3{1, 2, 0}) < 1e-14);
}

TEST_CASE("split and part: the pieces run along the whole") {
  const Rng rng(7);
  for (std::uint64_t id = 0; id < 30; ++id) {
    const Segment s = random_segment(rng, id, 1 + static_cast<int>(id % 9), id % 2 == 1);
    const auto [left, right] = split(s, 0.3);
    CHECK(left.points.back() == right.points.front());
    const Segment middle = part(s, 0.25, 0.75);
    for (const double t : {0.0, 0.5, 1.0}) {
      CHECK(glm::length(evaluate(left, t) - evaluate(s, 0.3 * t)) < 1e-12);
      CHECK(glm::length(evaluate(right, t) - evaluate(s, 0.3 + 0.7 * t)) < 1e-12);
      CHECK(glm::length(evaluate(middle, t) - evaluate(s, 0.25 + 0.5 * t)) < 1e-12);
    }
  }
}

TEST_CASE("reversed: the same points backwards") {
  const Rng rng(9);
  for (std::uint64_t id = 0; id < 20; ++id) {
    const Segment s = random_segment(rng, id, 1 + static_cast<int>(id % 8), true);
    for (const double t : {0.0, 0.3, 0.6, 1.0}) {
      CHECK(glm::length(evaluate(reversed(s), t) - evaluate(s, 1 - t)) < 1e-13);
    }
  }
}

TEST_CASE("bounds: a parabola's box ends at its vertex") {
  const Bounds box = bounds(flat({{0, 0}, {1, 2}, {2, 0}}), 1e-9);
  CHECK(box.min == Vec3(0, 0, 0));
  CHECK(box.max.x == 2);
  CHECK(box.max.y == Approx(1).margin(1e-9));
}

TEST_CASE("bounds: contain the curve and are as tight as dense samples") {
  const Rng rng(13);
  for (std::uint64_t id = 0; id < 30; ++id) {
    const Segment s = random_segment(rng, id, 2 + static_cast<int>(id % 7), id % 3 == 0);
    const Bounds box = bounds(s, 1e-6);
    Bounds sampled;
    for (int i = 0; i <= 2000; ++i) sampled.add(evaluate(s, i / 2000.0));
    for (int axis = 0; axis < 3; ++axis) {
      CHECK(box.min[axis] <= sampled.min[axis] + 1e-13);
      CHECK(box.max[axis] >= sampled.max[axis] - 1e-13);
      CHECK(box.min[axis] > sampled.min[axis] - 1e-3);
      CHECK(box.max[axis] < sampled.max[axis] + 1e-3);
    }
  }
}

TEST_CASE("direction: defined at cusps, at repeated control points, and unset for a single point") {
  const Segment cusp = flat({{0, 0}, {1, 1}, {0, 1}, {1, 0}});  // derivative vanishes at one half
  REQUIRE(direction(cusp, 0.5));
  CHECK(direction(cusp, 0.5)->y == Approx(-1));
  const Segment doubled = flat({{0, 0}, {0, 0}, {1, 0}, {1, 0}});
  CHECK(glm::length(*direction(doubled, 0) - Vec3{1, 0, 0}) < 1e-15);
  CHECK(glm::length(*direction(doubled, 1) - Vec3{1, 0, 0}) < 1e-15);
  CHECK_FALSE(direction(flat({{2, 3}, {2, 3}, {2, 3}}), 0.4));
}
