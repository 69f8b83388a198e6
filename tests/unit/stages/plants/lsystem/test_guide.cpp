// Guides against the curves that stems follow.

#include "support/catch.h"

#include <array>
#include <cmath>

#include "base/math/math.h"
#include "methods/curve/arc.h"
#include "methods/curve/bezier.h"
#include "methods/curve/interpolate.h"
#include "stages/plants/lsystem/detail/guide.h"
#include "stages/plants/lsystem/turtle.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;

namespace {

Skeleton guided_along(const std::string& text, const curve::Curve& curve, const GuideParams& guide) {
  TurtleParams params;
  params.guide = guide;
  const std::array curves{&curve};
  params.lines = std::make_shared<GuideLines>(curves, guide);
  return interpret(derive(test::system_of(text, {}, 0), {}), params, {});
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

curve::Curve line(const Vec3& from, const Vec3& to) {
  const std::array points{from, to};
  curve::Path path;
  path.segments.push_back(curve::make_segment(points));
  return {{path}};
}

/// Distance of a point from a curve, by brute force over its parameters.
double distance_to(const curve::Curve& curve, const Vec3& point) {
  double nearest = 1e300;
  for (const curve::Path& path : curve.paths) {
    for (const curve::Segment& segment : path.segments) {
      for (int i = 0; i <= 20000; ++i)
        nearest = std::min(nearest, glm::length(curve::evaluate(segment, i / 20000.0) - point));
    }
  }
  return nearest;
}

bool is_orthonormal_frame(const Frame& f) {
  return std::abs(glm::length(f.heading) - 1) < 1e-12 && std::abs(glm::length(f.left) - 1) < 1e-12 &&
         glm::length(glm::cross(f.heading, f.left) - f.up) < 1e-12;
}

const curve::Curve kTrunk{{curve::interpolate(
    std::vector<Vec3>{{0, 0, 0}, {0.3, 0.5, 0.1}, {-0.2, 1, 0.3}, {0.1, 1.6, -0.2}, {0.6, 1.8, 0}}, false)}};

}  // namespace

TEST_CASE("guide: at strength 1 every node lies on the curve, and segments keep their lengths") {
  const Skeleton stem = guided_along(repeated("F(0.05)", 40), kTrunk, {});
  REQUIRE(stem.segments.size() == 40);
  for (const SkeletonSegment& segment : stem.segments) {
    CHECK(glm::length(segment.end - segment.start) == Approx(0.05).epsilon(1e-12));
    CHECK(distance_to(kTrunk, segment.end) < 1e-4);  // the brute force's own steps are 5e-5 m apart
    CHECK(is_orthonormal_frame(segment.frame));
  }
}

TEST_CASE("guide: on a circle, segments are the chords of equal angles") {
  const curve::Curve circle{{curve::arc_path({{0, 1, 0}, 1, -90, 360, curve::Plane::xy})}};
  const Skeleton stem = guided_along("-(90)" + repeated("F(0.2)", 60), circle, {});
  const double step = 2 * math::degrees(math::atan2(0.1, std::sqrt(1 - 0.01)));
  for (std::size_t i = 0; i < stem.segments.size(); ++i) {
    const double angle = static_cast<double>(i + 1) * step;
    const Vec3 expected{std::sin(angle * math::kPi / 180), 1 - std::cos(angle * math::kPi / 180), 0};
    CHECK(glm::length(stem.segments[i].end - expected) < 2e-3);
    CHECK(std::abs(glm::length(stem.segments[i].end - Vec3{0, 1, 0}) - 1) < 1e-5);
  }
}

TEST_CASE("guide: a stem within reach joins the curve, one beyond it stays free") {
  const curve::Curve wire = line({-5, 1, 0.08}, {5, 1, 0.08});
  const std::string text = "F(1)-(80)" + repeated("F(0.1)", 20);
  const Skeleton caught = guided_along(text, wire, {.curves = {}, .strength = 1, .reach = 0.1, .level = 0});
  for (std::size_t i = 4; i < caught.segments.size(); ++i)
    CHECK(std::hypot(caught.segments[i].end.y - 1, caught.segments[i].end.z - 0.08) < 1e-9);
  CHECK(caught.segments.back().end.x > 1.8);
  const Skeleton free = guided_along(text, wire, {.curves = {}, .strength = 1, .reach = 0.07, .level = 0});
  CHECK(free.segments.back().end.z == Approx(0).margin(1e-12));
}

TEST_CASE("guide: weaker guides bend stems less, and 0 leaves them alone") {
  const std::string text = repeated("F(0.05)", 30);
  double last = 1e300;
  for (const double strength : {0.0, 0.1, 0.3, 0.7, 1.0}) {
    const Skeleton stem = guided_along(text, kTrunk, {.curves = {}, .strength = strength, .reach = 0.1, .level = 0});
    double sum = 0;
    for (const SkeletonSegment& segment : stem.segments) sum += distance_to(kTrunk, segment.end);
    CHECK(sum < last);
    last = sum;
    if (strength == 0) CHECK(glm::length(stem.segments.back().end - Vec3{0, 1.5, 0}) < 1e-12);
  }
}

TEST_CASE("guide: at the end of an open curve the stem grows on freely") {
  const Skeleton stem = guided_along(repeated("F(0.3)", 8), line({0, 0, 0}, {0.6, 0.8, 0}), {});
  CHECK(glm::length(stem.segments[2].end - Vec3{0.54, 0.72, 0}) < 1e-9);
  CHECK(glm::length(stem.segments.back().end - Vec3{1.44, 1.92, 0}) < 1e-9);
}

TEST_CASE("guide: branches up to the level catch the path that runs as they do") {
  curve::Curve trellis = line({0, 0, 0}, {0, 3, 0});
  trellis.paths.push_back(line({-2, 1, 0}, {2, 1.2, 0}).paths[0]);
  const std::string text = "F(1)F(0.1)[+(70)" + repeated("F(0.1)", 10) + "][-(70)" + repeated("F(0.1)", 10) + "]F(0.5)";
  const GuideParams guide{.curves = {}, .strength = 1, .reach = 0.1, .level = 1};
  const Skeleton stem = guided_along(text, trellis, guide);
  std::size_t arms = 0;
  for (const SkeletonSegment& segment : stem.segments) {
    if (segment.level == 0) CHECK(std::abs(segment.end.x) < 1e-9);
    if (segment.level == 1 && std::abs(segment.end.x) > 0.4) {
      CHECK(std::abs(segment.end.y - (1.1 + 0.05 * segment.end.x)) < 1e-9);
      ++arms;
    }
  }
  CHECK(arms == 12);
  const Skeleton trunk_only = guided_along(text, trellis, {.curves = {}, .strength = 1, .reach = 0.1, .level = 0});
  CHECK(trunk_only.segments[11].end.y > 1.3);
}

TEST_CASE("guide: after a jump out of reach the stem grows freely, and within reach of a curve it follows that one") {
  curve::Curve wires = line({0, 0, 0}, {0, 1, 0});
  wires.paths.push_back(line({5, 0, 0}, {5, 0.8, 0.6}).paths[0]);
  for (const int before : {3, 15}) {  // on the first wire, and beyond its end
    const std::string stem = repeated("F(0.1)", before);
    const Skeleton free = guided_along(stem + "@M(3, 0, 0)" + repeated("F(0.1)", 5), wires, {});
    CHECK(glm::length(free.segments.back().end - Vec3{3, 0.5, 0}) < 1e-9);
    const Skeleton caught = guided_along(stem + "@M(5, 0, 0)" + repeated("F(0.1)", 5), wires, {});
    CHECK(glm::length(caught.segments.back().end - Vec3{5, 0.4, 0.3}) < 1e-9);
  }
}
