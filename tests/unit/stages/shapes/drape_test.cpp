#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "methods/curve/arc.h"
#include "methods/curve/bezier.h"
#include "methods/curve/interpolate.h"
#include "stages/shapes/drape.h"
#include "support/window.h"

using namespace weald;
using namespace weald::terrain;

namespace {

Heightmap ground_of(int size, double (*height)(double x, double z)) {
  Heightmap map(GridSpec{size, size, 1.0, {0, 0}});
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) map.heights.at(x, y) = static_cast<float>(height(x, y));
  }
  return map;
}

double steepest(const curve::Curve& curve) {
  double worst = 0;
  for (const auto& segment : curve.paths[0].segments) {
    for (int k = 0; k <= 8; ++k) {
      const Vec3 d = curve::derivatives(segment, k / 8.0).first;
      worst = std::max(worst, std::abs(d.y) / std::hypot(d.x, d.z));
    }
  }
  return worst;
}

curve::Curve flat_curve(curve::Path path) { return {{std::move(path)}, curve::Plane::xz}; }

double hilly(double x, double z) { return 20 * std::sin(x / 15) + 10 * std::cos(z / 9); }

}  // namespace

TEST_CASE("drape: on an inclined plane the curve lies in the plane and keeps its way over the map") {
  const Heightmap plane = ground_of(120, [](double x, double z) { return 5 + 0.05 * x - 0.03 * z; });
  const curve::Path way =
      curve::interpolate(std::vector<Vec3>{{5, 9, 10}, {40, 7, 30}, {60, 0, 90}, {110, 1, 100}}, false);
  const curve::Curve draped = drape(flat_curve(way), plane, DrapeParams{}, RunContext{});
  // The nearest point of the original way, found on a fine sampling, is within a millimetre.
  std::vector<Vec3> fine;
  for (const curve::Segment& segment : way.segments)
    for (int k = 0; k <= 40000; ++k) fine.push_back(curve::evaluate(segment, k / 40000.0));
  for (std::size_t i = 0; i < draped.paths[0].segments.size(); i += 7) {
    const Vec3 p = curve::evaluate(draped.paths[0].segments[i], 0.4);
    double nearest = 1e9;
    for (const Vec3& q : fine) nearest = std::min(nearest, std::hypot(p.x - q.x, p.z - q.z));
    CHECK(nearest < 4e-3);
  }
  const Vec3 start = curve::evaluate(draped.paths[0].segments.front(), 0);
  CHECK(start.y == Approx(5 + 0.05 * 5 - 0.03 * 10).epsilon(1e-5));
}

TEST_CASE("drape: without smoothing and limit a straight way over a plane has its heights") {
  const Heightmap plane = ground_of(100, [](double x, double) { return 0.5 * x; });
  DrapeParams params;
  params.smoothing = 0;
  params.max_grade = 100;
  params.offset = 2;
  const curve::Path way{{curve::make_segment(std::vector<Vec3>{{10, 0, 50}, {90, 0, 50}})}, false};
  const curve::Curve draped = drape(flat_curve(way), plane, params, RunContext{});
  CHECK(draped.paths[0].segments.size() == 40);
  for (const auto& segment : draped.paths[0].segments) {
    const Vec3 p = curve::evaluate(segment, 0.3);
    CHECK(p.y == Approx(0.5 * p.x + 2).epsilon(1e-5));
  }
}

TEST_CASE("drape: the gradient never exceeds the limit, open and closed") {
  const Heightmap hills = ground_of(200, hilly);
  for (const double limit : {0.03, 0.1, 0.5}) {
    DrapeParams params;
    params.max_grade = limit;
    params.smoothing = 10;
    const curve::Path open =
        curve::interpolate(std::vector<Vec3>{{5, 0, 10}, {80, 0, 60}, {60, 0, 150}, {190, 0, 190}}, false);
    const curve::Path ring = curve::arc_path({{100, 0, 100}, 70, 0, 360, curve::Plane::xz});
    CHECK(steepest(drape(flat_curve(open), hills, params, RunContext{})) <= limit * 1.001);
    const curve::Curve closed = drape(flat_curve(ring), hills, params, RunContext{});
    CHECK(steepest(closed) <= limit * 1.001);
    CHECK(closed.paths[0].closed);
    const auto& segments = closed.paths[0].segments;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      CHECK(glm::length(curve::evaluate(segments[i], 1) - curve::evaluate(segments[(i + 1) % segments.size()], 0)) <
            1e-9);
    }
  }
}

TEST_CASE("limited: leaves a course within the limit alone and balances cut and fill at a step") {
  const Course gentle{{0, 1, 2, 1.5, 1, 2}, 10, false};
  CHECK(limited(gentle, 0.11).heights == gentle.heights);
  Course step{{}, 1, false};
  for (int i = 0; i < 100; ++i) step.heights.push_back(i < 50 ? 0 : 10);
  const Course ramp = limited(step, 0.5);
  for (std::size_t i = 0; i + 1 < 100; ++i) CHECK(std::abs(ramp.heights[i + 1] - ramp.heights[i]) <= 0.5 + 1e-12);
  double moved = 0;
  for (std::size_t i = 0; i < 100; ++i) moved += ramp.heights[i] - step.heights[i];
  CHECK(moved == Approx(0).margin(1e-9));
  CHECK(ramp.heights.front() == 0);
  CHECK(ramp.heights.back() == 10);
}

TEST_CASE("limited: a closed course knows no seam") {
  Course ring{{}, 1, true};
  const Rng rng(2);
  for (std::uint64_t i = 0; i < 60; ++i) ring.heights.push_back(rng.uniform_in(0, 30, i));
  const Course base = limited(ring, 0.7);
  Course turned = ring;
  std::rotate(turned.heights.begin(), turned.heights.begin() + 17, turned.heights.end());
  Course again = limited(turned, 0.7);
  std::rotate(again.heights.begin(), again.heights.end() - 17, again.heights.end());
  for (std::size_t i = 0; i < 60; ++i) {
    CHECK(again.heights[i] == Approx(base.heights[i]).margin(1e-12));
    CHECK(std::abs(base.heights[(i + 1) % 60] - base.heights[i]) <= 0.7 + 1e-12);
  }
}

TEST_CASE("smoothed: straight slopes and constants stay, ends stay, a spike spreads with the stated deviation") {
  Course slope{{}, 2, false};
  for (int i = 0; i < 50; ++i) slope.heights.push_back(3 + 0.25 * i);
  const Course same = smoothed(slope, 40);
  for (std::size_t i = 0; i < 50; ++i) CHECK(same.heights[i] == Approx(slope.heights[i]).epsilon(1e-12));
  Course spike{std::vector<double>(401, 0.0), 1, false};
  spike.heights[200] = 1;
  const Course spread = smoothed(spike, 80);
  double sum = 0;
  double variance = 0;
  for (int i = 0; i <= 400; ++i) {
    const double h = spread.heights[static_cast<std::size_t>(i)];
    sum += h;
    variance += h * (i - 200) * (i - 200);
  }
  CHECK(sum == Approx(1).epsilon(1e-9));
  CHECK(std::sqrt(variance) == Approx(20).epsilon(0.05));
}

TEST_CASE("drape: leaving the ground is reported, a path without extent refused") {
  const Heightmap hills = ground_of(50, hilly);
  RunContext context;
  int warnings = 0;
  context.on_warning = [&](const std::string&, std::string_view) { ++warnings; };
  const curve::Path beyond{{curve::make_segment(std::vector<Vec3>{{10, 0, 10}, {90, 0, 10}})}, false};
  drape(flat_curve(beyond), hills, DrapeParams{}, context);
  CHECK(warnings == 1);
  const curve::Path upright{{curve::make_segment(std::vector<Vec3>{{10, 0, 10}, {10, 5, 10}})}, false};
  CHECK_THROWS_AS(drape(flat_curve(upright), hills, DrapeParams{}, context), StageError);
}

TEST_CASE("drape: gathered from tiles it is the same curve, and asks only for tiles that it crosses") {
  const Heightmap whole = ground_of(60, hilly);
  const curve::Curve way = flat_curve(curve::interpolate(std::vector<Vec3>{{2, 0, 3}, {30, 0, 14}, {57, 0, 5}}, false));
  DrapeParams params;
  params.from.stage = "way";
  params.on.stage = "land";
  schema::Inputs others;
  others.add("way", way);
  const auto gatherer = Drape::gatherer(params)(others);
  gatherer->begin(whole.grid());
  constexpr int kSide = 20;
  int read = 0;
  for (int y = 40; y >= 0; y -= kSide) {
    for (int x = 0; x < 60; x += kSide) {
      if (!gatherer->reads({x, y, kSide, kSide})) continue;
      ++read;
      const Heightmap tile = test::window_of(whole, {x, y, kSide, kSide}, 0);
      schema::Inputs inputs;
      inputs.add("land", tile);
      gatherer->add(inputs);
    }
  }
  CHECK(read == 3);
  const auto gathered = std::get<curve::Curve>(gatherer->result({}));
  const curve::Curve expected = drape(way, whole, params, {});
  REQUIRE(gathered.paths.size() == 1);
  const auto same = [](const curve::Segment& a, const curve::Segment& b) { return a.points == b.points; };
  CHECK(std::ranges::equal(gathered.paths[0].segments, expected.paths[0].segments, same));
}
