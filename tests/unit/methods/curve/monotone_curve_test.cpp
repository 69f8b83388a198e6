#include "support/catch.h"

#include <vector>

#include "methods/curve/monotone_curve.h"

using namespace weald;
using weald::curve::MonotoneCurve;

TEST_CASE("monotone curve: passes through its points and rises wherever they rise") {
  const std::vector<Vec2> points{{0, 0}, {0.1, 0.02}, {0.2, 0.9}, {0.7, 0.9}, {1, 1}};
  const MonotoneCurve curve(points);
  for (const Vec2& p : points) CHECK(curve(p.x) == Approx(p.y).margin(1e-15));
  double before = curve(0);
  for (int i = 1; i <= 1000; ++i) {
    const double y = curve(i / 1000.0);
    CHECK(y >= before - 1e-15);
    CHECK(y <= 1 + 1e-15);
    before = y;
  }
  // Level between equal points, where a common cubic spline would overshoot.
  CHECK(curve(0.45) == Approx(0.9).margin(1e-15));
}

TEST_CASE("monotone curve: reproduces straight lines, and goes on straight beyond its ends") {
  for (const std::vector<Vec2>& points :
       {std::vector<Vec2>{{0, 1}, {2, 5}}, std::vector<Vec2>{{0, 1}, {0.3, 1.6}, {1.7, 4.4}, {2, 5}}}) {
    const MonotoneCurve curve(points);
    for (double x = -3; x < 5; x += 0.21) CHECK(curve(x) == Approx(1 + 2 * x).epsilon(1e-12));
  }
}

TEST_CASE("monotone curve: an inner slope is the harmonic mean of its neighbours' on even points") {
  const MonotoneCurve curve({{0, 0}, {1, 1}, {2, 4}});
  const double h = 1e-6;
  CHECK((curve(1 + h) - curve(1 - h)) / (2 * h) == Approx(1.5).epsilon(1e-5));  // 2 / (1/1 + 1/3)
}
