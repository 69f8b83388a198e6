// Generalized cylinders and polygons.

#include "support/catch.h"

#include <cmath>
#include <numeric>

#include "base/math/math.h"
#include "stages/plants/lsystem/detail/turtle_pen.h"
#include "stages/plants/lsystem/turtle.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;

namespace {

Skeleton shaped(const std::string& axiom, const std::vector<std::string>& productions = {}, int steps = 0,
                const TurtleParams& params = {}) {
  return interpret(derive(test::system_of(axiom, productions, steps), {}), params, {});
}

std::vector<std::string> warnings_of(const std::string& axiom) {
  std::vector<std::string> warnings;
  RunContext context;
  context.on_warning = [&](const std::string& text, std::string_view) { warnings.push_back(text); };
  interpret(derive(test::system_of(axiom, {}, 0), {}), {}, context);
  return warnings;
}

// Twice the area vector of a polygon.
Vec3 area_of(const std::vector<Vec3>& points) {
  Vec3 sum{0};
  for (std::size_t i = 0; i < points.size(); ++i) sum += glm::cross(points[i], points[(i + 1) % points.size()]);
  return sum / 2.0;
}

}  // namespace

// ---- generalized cylinders ----

TEST_CASE("smooth axis: it leaves and arrives along the headings and passes the closed form of a Hermite curve") {
  AxisPoint from, to;
  from.width = 2;
  to.position = {3, 4, 0};
  to.frame = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  to.width = 1;
  const auto pieces = smooth_axis(from, to, {1.2, 0.8}, 1000);
  REQUIRE(pieces.size() == 1000);
  CHECK(glm::length(pieces.front().frame.heading - Vec3{0, 1, 0}) < 3e-3);
  CHECK(glm::length(pieces.back().frame.heading - Vec3{1, 0, 0}) < 6e-3);
  // At t = 1/4: 27/32 p0 + 5/32 p1 + 9/64 m0 - 3/64 m1, |p1 - p0| = 5.
  const Vec3 expected = Vec3{3, 4, 0} * (5.0 / 32) + Vec3{0, 6, 0} * (9.0 / 64) - Vec3{4, 0, 0} * (3.0 / 64);
  CHECK(glm::length(pieces[249].end - expected) < 1e-14);
  CHECK(pieces[249].end_width == 1.75);
  CHECK(pieces.back().end == to.position);
  for (std::size_t i = 1; i < pieces.size(); ++i) CHECK(pieces[i].start == pieces[i - 1].end);
  for (const AxisPiece& piece : pieces) CHECK(std::abs(glm::dot(piece.frame.up, piece.frame.heading)) < 1e-12);
  CHECK(smooth_axis(from, from, {1, 1}, 5).empty());
}

TEST_CASE("smooth axis: a straight way stays straight, and a flat one does not twist") {
  AxisPoint from, to;
  to.position = {0, 2, 0};
  for (const AxisPiece& piece : smooth_axis(from, to, {1.2, 1.2}, 7)) {
    CHECK(piece.end.x == 0);
    CHECK(piece.frame.up == from.frame.up);
  }
  to.position = {1, 1, 0};
  to.frame = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const AxisPiece& piece : smooth_axis(from, to, {1.2, 1.2}, 7))
    CHECK(glm::length(piece.frame.up - Vec3{0, 0, 1}) < 1e-15);
}

TEST_CASE("turtle: a generalized cylinder is one chain of segments with widths between the points") {
  const Skeleton skeleton = shaped("F!(1)@Gs+f+!(0.5)@Gc(2)f!(0.25)@Ge(3)F");
  REQUIRE(skeleton.segments.size() == 7);
  const std::vector<double> ends{0.05, 0.375, 0.25, 0.25 - 0.125 / 3, 0.25 - 0.25 / 3, 0.125, 0.125};
  for (std::size_t i = 0; i < 7; ++i) {
    CHECK(skeleton.segments[i].end_radius == Approx(ends[i]));
    CHECK(skeleton.segments[i].branch == 0);
    if (i == 0) continue;
    CHECK(skeleton.segments[i].parent == i - 1);
    CHECK(skeleton.segments[i].start == skeleton.segments[i - 1].end);
  }
}

TEST_CASE("turtle: {(1) leads a generalized cylinder through every F and f") {
  const Skeleton braces = shaped("{(1)f+f&f}(1)"), commands = shaped("f@Gs+f@Gc&f@Ge");
  REQUIRE(braces.segments.size() == 8);
  REQUIRE(commands.segments.size() == 8);
  for (std::size_t i = 0; i < 8; ++i) CHECK(braces.segments[i].end == commands.segments[i].end);
}

TEST_CASE("turtle: branches from a generalized cylinder draw for themselves") {
  const Skeleton skeleton = shaped("@GsF[+F]F[-F@Gs+F@Ge(2)]@Ge(2)[F]");
  // In the order of drawing: F, F of the second branch, its two pieces, the two pieces of the stem, the last branch.
  REQUIRE(skeleton.segments.size() == 7);
  CHECK(skeleton.segments[0].level == 1);
  CHECK(skeleton.segments[0].parent == std::nullopt);
  CHECK(skeleton.segments[2].parent == 1u);
  CHECK(skeleton.segments[4].level == 0);
  CHECK(skeleton.segments[4].parent == std::nullopt);
  CHECK(skeleton.segments[5].parent == 4u);
  CHECK(skeleton.segments[6].parent == 5u);
  CHECK(skeleton.segments[6].start == Vec3{0, 2, 0});
}

TEST_CASE("turtle: what is begun and never ends is reported with its place") {
  CHECK(warnings_of("F[@Gsf]{f@Gsf") ==
        std::vector<std::string>{"2 generalized cylinders never end (symbol 3 of the string begins the first)",
                                 "dropped a polygon that is never closed (symbol 6 of the string begins it)"});
  CHECK(warnings_of("F{.}{..}{.+f+f}") ==
        std::vector<std::string>{
            "2 polygons with fewer than three corners were dropped (symbol 2 of the string begins the first)"});
}

TEST_CASE("turtle: a string that draws nothing is reported") {
  CHECK(warnings_of("ff+") == std::vector<std::string>{"the string draws nothing"});
  CHECK(warnings_of("F(0)") == std::vector<std::string>{"the string draws nothing"});
  CHECK(warnings_of("~l").empty());
}

TEST_CASE("turtle: a stem of kind 1 leads through the ends of F, one of kind 2 back to the first") {
  const std::string ends = "F+(90)F+(90)F+(90)F";
  const Skeleton open = shaped("{(1)" + ends + "}(1)"), ring = shaped("{(2)" + ends + "}(2)");
  CHECK(open.segments.size() == 3 * 4);
  REQUIRE(ring.segments.size() == 4 * 4);
  for (std::size_t i = 0; i < open.segments.size(); ++i) CHECK(ring.segments[i].end == open.segments[i].end);
  CHECK(ring.segments.back().end == ring.segments.front().start);
  CHECK(ring.segments[12].parent == 11u);
  CHECK(shaped("{(1, 7)" + ends + "}(1)").segments.size() == 3 * 7);
  CHECK(shaped("{(2, 2)" + ends + ".(5)}(2)").segments.size() == 4 * 2);
}

// ---- polygons ----

TEST_CASE("turtle: a leaf whose edges two branches record is one polygon") {
  // Figure 5.5: the cordate leaf. Both halves are polygons that share the middle line.
  TurtleParams params;
  params.angle = 16;
  const std::vector<std::string> rules{"A -> [+A{.].C.}", "B -> [-B{.].C.}", "C -> GC"};
  for (int n = 2; n <= 8; ++n) {
    const Skeleton leaf = shaped("[A][B]", rules, n, params);
    CHECK(leaf.polygons.size() == 2 * static_cast<std::size_t>(n));
    double left = 0, right = 0;
    for (const SkeletonPolygon& polygon : leaf.polygons) {
      CHECK(polygon.points.size() == 3);
      const double area = area_of(polygon.points).z;
      (area > 0 ? left : right) += std::abs(area);
    }
    // A triangle between two rays of lengths k and k - 1, 16 degrees apart, has the area k (k - 1) sin(16) / 2.
    double expected = 0;
    for (int k = 1; k < n; ++k) expected += k * (k - 1) * math::sin_deg(16) / 2;
    CHECK(left == Approx(expected));
    CHECK(right == Approx(expected));
  }
}

TEST_CASE("turtle: corners recorded in a branch follow each other in the order of the string") {
  // Figure 5.6's way to record: edge points in brackets, the middle line between.
  const Skeleton leaf = shaped("{.[+(90)G(2).][G(4).][-(90)G(2).]}");
  REQUIRE(leaf.polygons.size() == 1);
  const std::vector<Vec3> expected{{0, 0, 0}, {-2, 0, 0}, {0, 4, 0}, {2, 0, 0}};
  REQUIRE(leaf.polygons[0].points.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(glm::length(leaf.polygons[0].points[i] - expected[i]) < 1e-14);
  CHECK(area_of(leaf.polygons[0].points).z == Approx(-8));
}

TEST_CASE("turtle: the bush's leaf is a closed hexagon in the plane of its frame") {
  TurtleParams params;
  params.angle = 22.5;
  const Skeleton leaf = shaped("['''^^{-f+f+f-|-f+f+f}]", {}, 0, params);
  REQUIRE(leaf.polygons.size() == 1);
  const auto& points = leaf.polygons[0].points;
  REQUIRE(points.size() == 6);
  CHECK(leaf.polygons[0].colour == 3);
  CHECK(leaf.polygons[0].level == 1);
  CHECK(glm::length(points.back()) < 1e-14);  // back where it began
  // Two trapezia with legs 1, parallel sides 1 and 1 + 2 cos 22.5 degrees, height sin 22.5 degrees.
  const double area = 2 * (1 + math::cos_deg(22.5)) * math::sin_deg(22.5);
  CHECK(glm::length(area_of(points)) == Approx(area));
  CHECK(glm::length(area_of(points) - glm::dot(area_of(points), Vec3{0, -math::sin_deg(45), math::cos_deg(45)}) *
                                          Vec3{0, -math::sin_deg(45), math::cos_deg(45)}) < 1e-12);
}

TEST_CASE("turtle: a flower's polygons and organs carry their colour") {
  const Skeleton flower = shaped("[&&&F'/W////W][;(5)~p{.f+f.}]", {"W -> ['^F][{&&&&-f+f|-f+f}]"}, 1);
  REQUIRE(flower.polygons.size() == 3);
  CHECK(flower.polygons[0].colour == 1);
  CHECK(flower.polygons[2].colour == 5);
  CHECK(flower.organs[0].colour == 5);
  CHECK(flower.segments[1].colour == 2);
}
