#include "support/catch.h"

#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "methods/curve/arc.h"
#include "methods/curve/arc_length.h"
#include "methods/curve/bezier.h"
#include "methods/curve/interpolate.h"
#include "unit/methods/curve/flat_segment.h"

using namespace weald;
using namespace weald::curve;
using weald::test::flat;

namespace {

/// y = x^2 over [-1, 1], whose length is sqrt(5) + asinh(2) / 2.
Segment parabola() { return flat({{-1, 1}, {0, -1}, {1, 1}}); }
double parabola_length() { return std::sqrt(5.0) + std::asinh(2.0) / 2; }

double length_before(const Path& path, const PathPosition& position) {
  double sum = 0;
  for (std::size_t i = 0; i < position.segment; ++i) sum += length(path.segments[i], 1e-10);
  return sum + length(part(path.segments[position.segment], 0, position.t), 1e-10);
}

}  // namespace

TEST_CASE("length: a parabola's closed form over a sweep of accuracies") {
  for (double accuracy = 0.1; accuracy > 1e-12; accuracy /= 10) {
    INFO(accuracy);
    CHECK(std::abs(length(parabola(), accuracy) - parabola_length()) < accuracy);
  }
}

TEST_CASE("length: a cusp's closed form over a sweep of accuracies") {
  // x = t^2, y = t^3 over [-1, 1]: twice (13 sqrt(13) - 8) / 27.
  const Segment cusp = flat({{1, -1}, {-1.0 / 3, 1}, {-1.0 / 3, -1}, {1, 1}});
  const double expected = 2 * (13 * std::sqrt(13.0) - 8) / 27;
  const Segment lopsided = part(cusp, 0, 0.8);  // the cusp is not at a halving point
  const double u = 0.6;
  const double lopsided_length = expected / 2 + (std::pow(4 + 9 * u * u, 1.5) - 8) / 27;
  for (double accuracy = 0.1; accuracy > 1e-11; accuracy /= 10) {
    INFO(accuracy);
    CHECK(std::abs(length(cusp, accuracy) - expected) < accuracy);
    CHECK(std::abs(length(lopsided, accuracy) - lopsided_length) < accuracy);
  }
}

TEST_CASE("length: circles, straight lines, doubled lines and points") {
  const Path circle = arc_path({{5, 5, 0}, 3, 12, 360, Plane::xy});
  CHECK(ArcLength(circle, 1e-12).total() == Approx(6 * math::kPi).epsilon(1e-13));
  CHECK(length(flat({{0, 0}, {3, 4}}), 1e-9) == Approx(5).epsilon(1e-14));
  CHECK(length(flat({{0, 0}, {2, 0}, {0, 0}}), 1e-9) == Approx(2).epsilon(1e-9));  // there and back
  CHECK(length(flat({{1, 1}, {1, 1}, {1, 1}}), 1e-9) == 0);
}

TEST_CASE("length: additive under splitting") {
  const Rng rng(4);
  for (std::uint64_t id = 0; id < 20; ++id) {
    std::vector<Vec3> points;
    for (std::uint64_t k = 0; k < 5; ++k) {
      points.push_back(
          {rng.uniform_in(0, 9, id, 3 * k), rng.uniform_in(0, 9, id, 3 * k + 1), rng.uniform_in(0, 9, id, 3 * k + 2)});
    }
    const Segment s = make_segment(points);
    const auto [a, b] = split(s, 0.37);
    CHECK(length(a, 1e-10) + length(b, 1e-10) == Approx(length(s, 1e-10)).margin(3e-10));
  }
}

TEST_CASE("inverse length: lands within the accuracy, on smooth paths and at cusps") {
  const Path smooth = interpolate(std::vector<Vec3>{{0, 0, 0}, {10, 5, 3}, {12, 20, -4}, {0, 22, 0}}, false);
  const Path cusp{{flat({{0, 0}, {100, 100}, {0, 100}, {100, 0}})}, false};
  for (const Path& path : {smooth, cusp}) {
    const ArcLength along(path, 1e-9);
    for (int i = 0; i <= 50; ++i) {
      const double s = along.total() * i / 50;
      CHECK(length_before(path, along.at(s)) == Approx(s).margin(2e-9));
    }
    CHECK(along.at(-5).t == 0);
    CHECK(along.at(2 * along.total()).t == 1);
  }
}

TEST_CASE("inverse length: on an arc the angle is proportional to the length") {
  const Path half = arc_path({{0, 0, 0}, 2, 0, 180, Plane::xy});
  const ArcLength along(half, 1e-12);
  for (int i = 0; i <= 6; ++i) {
    const PathPosition place = along.at(along.total() * i / 6);
    const Vec3 p = evaluate(half.segments[place.segment], place.t);
    CHECK(glm::length(p - 2.0 * Vec3{math::cos_deg(30 * i), math::sin_deg(30 * i), 0}) < 1e-11);
  }
}
