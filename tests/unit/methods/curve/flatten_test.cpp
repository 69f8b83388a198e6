#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/rng.h"
#include "methods/curve/arc.h"
#include "methods/curve/bezier.h"
#include "methods/curve/flatten.h"
#include "unit/methods/curve/flat_segment.h"

using namespace weald;
using namespace weald::curve;
using weald::test::flat;

namespace {

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double l2 = glm::dot(along, along);
  const double t = l2 > 0 ? std::clamp(glm::dot(p - a, along) / l2, 0.0, 1.0) : 0;
  return glm::length(p - (a + along * t));
}

/// Largest sampled distance of the curve between two chord ends from that chord: an oracle that shares no code with
/// flatten.
double largest_distance(const Segment& segment, const std::vector<double>& ts) {
  double worst = 0;
  for (std::size_t i = 0; i + 1 < ts.size(); ++i) {
    const Vec3 a = evaluate(segment, ts[i]);
    const Vec3 b = evaluate(segment, ts[i + 1]);
    constexpr int kSamples = 40;
    for (int k = 1; k < kSamples; ++k) {
      worst = std::max(worst, distance_to_segment(evaluate(segment, ts[i] + (ts[i + 1] - ts[i]) * k / kSamples), a, b));
    }
  }
  return worst;
}

Segment random_segment(const Rng& rng, std::uint64_t id, int degree, bool rational, bool spatial) {
  std::vector<Vec3> points;
  std::vector<double> weights;
  for (int i = 0; i <= degree; ++i) {
    const auto k = static_cast<std::uint64_t>(i) * 4;
    points.push_back({rng.uniform_in(0, 100, id, k), rng.uniform_in(0, 100, id, k + 1),
                      spatial ? rng.uniform_in(0, 100, id, k + 2) : 0.0});
    weights.push_back(rational ? rng.uniform_in(0.05, 10, id, k + 3) : 1.0);
  }
  return make_segment(points, weights);
}

/// Fewest chords with ends on the curve, by always going as far as the tolerance allows.
int greedy_count(const Segment& s, double tolerance) {
  int count = 0;
  for (double t = 0; t < 1; ++count) {
    if (chord_is_within(part(s, t, 1), tolerance)) break;
    constexpr int kScan = 64;
    double low = t;
    double high = 1;
    for (int k = 1; k <= kScan; ++k) {
      const double u = t + (1 - t) * k * k / (kScan * kScan);
      if (chord_is_within(part(s, t, u), tolerance)) low = u;
    }
    for (int k = kScan; k >= 1; --k) {
      const double u = t + (1 - t) * k * k / (kScan * kScan);
      if (u > low) high = u;
    }
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (low + high);
      (chord_is_within(part(s, t, middle), tolerance) ? low : high) = middle;
    }
    t = low;
  }
  return count + 1;
}

}  // namespace

TEST_CASE("flatten: no point of a random curve of any kind is farther than the tolerance") {
  const Rng rng(21);
  for (std::uint64_t id = 0; id < 200; ++id) {
    const int n = 1 + static_cast<int>(id % 9);
    const Segment s = random_segment(rng, id, n, id % 2 == 1, id % 3 == 0);
    for (const double tolerance : {5.0, 0.5, 0.02}) {
      INFO("curve " << id << " tolerance " << tolerance);
      REQUIRE(largest_distance(s, flatten_parameters(s, tolerance)) <= tolerance * (1 + 1e-9));
    }
  }
}

TEST_CASE("flatten: no point of a cusp, loop, turn-back or doubled control point is farther than the tolerance") {
  const std::vector<Segment> curves{
      flat({{0, 0}, {100, 100}, {0, 100}, {100, 0}}),      // cusp
      flat({{0, 0}, {100, 100}, {0.001, 100}, {100, 0}}),  // a hair beside one
      flat({{0, 0}, {300, 100}, {-200, 100}, {100, 0}}),   // loop
      flat({{0, 0}, {100, 0}, {-50, 0}, {30, 0}}),         // turns back on its own line
      flat({{0, 0}, {200, 0}, {0, 0}}),                    // there and back: both ends the same
      flat({{0, 0}, {0, 0}, {100, 1}, {100, 1}}),          // doubled ends
      flat({{5, 5}, {5, 5}, {5, 5}, {5, 5}}),              // a point
      flat({{0, 0}, {1e-7, 1e-7}, {1e-7, 0}, {0, 0}}),     // far below the tolerance
      flat({{0, 0}, {50, 300}, {50, -300}, {100, 0}}),     // inflection
      flat({{0, 0}, {0, 100}, {100, 100}, {100, 0}, {0, 0}, {0, 100}, {100, 100}}),
      make_segment(std::vector<Vec3>{{0, 0, 0}, {50, 100, 0}, {100, 0, 0}}, std::vector<double>{1, 1e6, 1}),
      make_segment(std::vector<Vec3>{{0, 0, 0}, {50, 100, 0}, {100, 0, 0}}, std::vector<double>{1e6, 1, 1e-6}),
      quadratic_arc({{0, 0, 0}, 1000, 0, 179, Plane::xy}),
  };
  for (std::size_t i = 0; i < curves.size(); ++i) {
    for (const double tolerance : {10.0, 0.1, 1e-3}) {
      INFO("curve " << i << " tolerance " << tolerance);
      const auto ts = flatten_parameters(curves[i], tolerance);
      CHECK(largest_distance(curves[i], ts) <= tolerance * (1 + 1e-9));
      CHECK(std::is_sorted(ts.begin(), ts.end()));
      CHECK(ts.size() < 3000);
    }
  }
}

TEST_CASE("flatten: uses at most 1.1 times the chords of a near-optimal walk, on random cubics") {
  const Rng rng(1);
  constexpr int kCurves = 60;
  for (const double tolerance : {1.0, 0.1, 0.01}) {
    double ours = 0;
    double best = 0;
    for (std::uint64_t id = 0; id < kCurves; ++id) {
      const Segment s = random_segment(rng, id, 3, false, false);
      ours += static_cast<double>(flatten_parameters(s, tolerance).size() - 1);
      best += greedy_count(s, tolerance);
    }
    INFO("tolerance " << tolerance << ": " << ours / kCurves << " chords per curve, near-optimum " << best / kCurves);
    CHECK(ours <= 1.1 * best);
  }
}

TEST_CASE("flatten: a circle has the number of sides that its sagitta asks for, all of them alike") {
  // r (1 - cos(pi / n)) <= tolerance for each of the four quarters.
  const Path circle = arc_path({{0, 0, 0}, 100, 0, 360, Plane::xy});
  const Polyline line = flatten(circle, 0.01);
  const double sides = 3.14159265358979 / std::acos(1 - 0.01 / 100);
  CHECK(line.closed);
  CHECK(static_cast<double>(line.points.size()) <= 4 * (std::ceil(sides / 4) + 1));
  CHECK(static_cast<double>(line.points.size()) >= std::floor(sides));
  for (const Vec3& p : line.points) CHECK(glm::length(p) == Approx(100).epsilon(1e-14));
}

TEST_CASE("flatten: a straight line of any degree stays one chord") {
  CHECK(flatten_parameters(flat({{0, 0}, {1, 1}, {2, 2}, {3, 3}}), 1e-9) == std::vector<double>{0, 1});
  CHECK(flatten_parameters(flat({{0, 0}, {7, 9}}), 1e-9) == std::vector<double>{0, 1});
}

TEST_CASE("flatten: a path repeats no point, and a closed one does not repeat its first") {
  Path path;
  path.closed = true;
  path.segments = {flat({{0, 0}, {1, 0}}), flat({{1, 0}, {1, 0}}), flat({{1, 0}, {1, 1}}), flat({{1, 1}, {0, 0}})};
  const Polyline line = flatten(path, 0.1);
  CHECK(line.points == std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}});
  CHECK(flatten(Path{{flat({{2, 2}, {2, 2}})}, false}, 0.1).points.size() == 1);
  CHECK(flatten(Path{}, 0.1).points.empty());
}

TEST_CASE("flatten: a tolerance that asks for too many points is refused before any work") {
  const Segment s = flat({{0, 0}, {1e6, 1e6}, {0, 1e6}, {1e6, 5}});
  CHECK_THROWS_AS(flatten_parameters(s, 1e-12), StageError);
}

TEST_CASE("chord test: decides a parabola's height to a tenth of a percent") {
  const Segment parabola = flat({{0, 0}, {1, 2}, {2, 0}});  // height 1
  CHECK(chord_is_within(parabola, 1.001));
  CHECK_FALSE(chord_is_within(parabola, 0.999999));
}
