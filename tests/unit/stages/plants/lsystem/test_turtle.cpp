#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/math/math.h"
#include "stages/plants/lsystem/turtle.h"
#include "stages/plants/lsystem/turtle_commands.h"
#include "unit/stages/plants/lsystem/preset_node.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::system_of;

namespace {

Skeleton draw(const std::string& text, const TurtleParams& params = {}) {
  return interpret(derive(system_of(text, {}, 0), {}), params, {});
}

bool near(const Vec3& a, const Vec3& b, double tolerance = 1e-12) { return glm::length(a - b) <= tolerance; }

Vec3 last_end(const std::string& text, const TurtleParams& params = {}) {
  return draw(text, params).segments.back().end;
}

// The binary tree of the lecture: 0 draws a segment that ends in a leaf, 1 draws a segment.
Skeleton lecture_tree(int n) {
  TurtleParams params;
  params.angle = 45;
  params.step = std::ldexp(1.0, -n);
  params.draw = test::source("01");
  params.organs = test::source("0");
  return interpret(derive(system_of("0", {"1 -> 11", "0 -> 1[+0]-0"}, n), {}), params, {});
}

}  // namespace

TEST_CASE("turtle: end points fix the frame and every sign") {
  const double s = 0.5, c = std::sqrt(3.0) / 2;
  CHECK(near(last_end("F"), {0, 1, 0}));
  CHECK(near(last_end("+(30)F"), {-s, c, 0}));
  CHECK(near(last_end("-(30)F"), {s, c, 0}));
  CHECK(near(last_end("&(30)F"), {0, c, -s}));
  CHECK(near(last_end("^(30)F"), {0, c, s}));
  CHECK(near(last_end("/(90)+(30)F"), {0, c, -s}));
  CHECK(near(last_end("\\(90)+(30)F"), {0, c, s}));
  CHECK(near(last_end("|F"), {0, -1, 0}));
  CHECK(near(last_end("F(2)+(90)F(3)"), {-3, 2, 0}));
  CHECK(near(last_end("&(90)+(90)F"), {-1, 0, 0}));
}

TEST_CASE("turtle: turns by right angles are exact") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "F+(90)F&(90)F\\(90)F^(90)F/(90)F-(90)F|F";
  for (const SkeletonSegment& segment : draw(text).segments) {
    const Vec3 end = segment.end;
    CHECK((end.x == std::round(end.x) && end.y == std::round(end.y) && end.z == std::round(end.z)));
  }
}

TEST_CASE("turtle: the frame stays orthonormal on long chains") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "+(17.3)&(5.1)/(137.5)^(0.7)";
  TurtleParams params;
  params.tropism = {{{0.3, -1, 0.2}, 0.05}};
  for (const std::string ending : {"F", "FFFFFF$F"}) {
    const Frame frame = draw(text + ending, params).segments.back().frame;
    CHECK(std::abs(glm::length(frame.heading) - 1) < 1e-14);
    CHECK(std::abs(glm::length(frame.left) - 1) < 1e-14);
    CHECK(std::abs(glm::dot(frame.heading, frame.left)) < 1e-14);
    CHECK(near(glm::cross(frame.heading, frame.left), frame.up, 1e-14));
  }
}

TEST_CASE("turtle: $ makes the left vector level and keeps the heading") {
  const Skeleton skeleton = draw("+(20)&(50)/(77)F$F");
  const Frame before = skeleton.segments[0].frame, after = skeleton.segments[1].frame;
  CHECK(near(before.heading, after.heading));
  CHECK(std::abs(after.left.y) < 1e-15);
  CHECK(after.up.y > 0);
  CHECK(near(glm::cross(after.heading, after.left), after.up));
  CHECK(near(draw("/(30)F$F").segments[1].frame.left, draw("/(30)F").segments[0].frame.left));  // vertical: nothing
}

TEST_CASE("turtle: a length comes from the first parameter, else from step") {
  TurtleParams params;
  params.step = 0.25;
  CHECK(near(last_end("FFF(2,9)F(-1)", params), {0, 1.5, 0}));
  CHECK(draw("F(0)F").segments.size() == 1);
  params.draw = test::source("L@b");
  CHECK(near(last_end("FL(3)@bK", params), {0, 3.5, 0}));
}

TEST_CASE("turtle: segments know their parent, branch and level") {
  const Skeleton skeleton = draw("F[+F[-F]F]F[+f(1)F]F");
  struct Expected {
    std::optional<std::uint32_t> parent;
    std::uint32_t branch;
    std::uint16_t level;
  };
  const std::vector<Expected> expected{{std::nullopt, 0, 0}, {0, 1, 1}, {1, 2, 2}, {1, 1, 1}, {0, 0, 0},
                                       {std::nullopt, 3, 1}, {4, 0, 0}};
  REQUIRE(skeleton.segments.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO("segment " << i);
    const SkeletonSegment& segment = skeleton.segments[i];
    CHECK(segment.parent == expected[i].parent);
    CHECK(segment.branch == expected[i].branch);
    CHECK(segment.level == expected[i].level);
    if (segment.parent) CHECK(skeleton.segments[*segment.parent].end == segment.start);
  }
}

TEST_CASE("turtle: a move ends the chain of segments") {
  const Skeleton skeleton = draw("FfFF");
  CHECK(skeleton.segments[1].parent == std::nullopt);
  CHECK(skeleton.segments[1].branch == 1);
  CHECK(skeleton.segments[2].parent == 1u);
  CHECK(draw("Ff(0)F").segments[1].parent == 0u);
}

TEST_CASE("turtle: width and colour are set, stepped, saved and restored") {
  TurtleParams params;
  params.width = 1;
  params.width_step = 0.25;
  const Skeleton skeleton = draw("F!F[!(4)'(7)F;F,,F]#F!!!!!!F!(-3)F,,F'(70000)F", params);
  std::vector<double> radii;
  std::vector<int> colours;
  for (const SkeletonSegment& segment : skeleton.segments) {
    CHECK(segment.start_radius == segment.end_radius);
    radii.push_back(segment.start_radius);
    colours.push_back(segment.colour);
  }
  CHECK(radii == std::vector<double>{0.5, 0.375, 2, 2, 2, 0.5, 0, 0, 0, 0});
  CHECK(colours == std::vector<int>{0, 0, 7, 8, 6, 0, 0, 0, 0, 65535});
}

TEST_CASE("turtle: polygons record F, f and points, nest, and do not record G and g") {
  const Skeleton skeleton = draw("[+(90){.f(2)-(90)F(1)g(1)G(1).{.f(1)f(1)}f(1)}]{}{.f}");
  REQUIRE(skeleton.polygons.size() == 2);
  CHECK(skeleton.polygons[0].points.size() == 3);
  const std::vector<Vec3>& outer = skeleton.polygons[1].points;
  REQUIRE(outer.size() == 5);
  CHECK(near(outer[0], {0, 0, 0}));
  CHECK(near(outer[1], {-2, 0, 0}));
  CHECK(near(outer[2], {-2, 1, 0}));
  CHECK(near(outer[3], {-2, 3, 0}));
  CHECK(near(outer[4], {-2, 6, 0}));
  CHECK(skeleton.polygons[1].level == 1);
  CHECK(skeleton.segments.size() == 2);
}

TEST_CASE("turtle: organs stand at the turtle with its frame, size and bearer") {
  const Skeleton skeleton = draw("F(2)[+(90)~l(0.5)]f~k");
  REQUIRE(skeleton.organs.size() == 2);
  CHECK(near(skeleton.organs[0].position, {0, 2, 0}));
  CHECK(near(skeleton.organs[0].frame.heading, {-1, 0, 0}));
  CHECK(skeleton.organs[0].size == 0.5);
  CHECK(skeleton.organs[0].level == 1);
  CHECK(skeleton.organs[0].parent == 0u);
  CHECK(near(skeleton.organs[1].position, {0, 3, 0}));
  CHECK(skeleton.organs[1].size == 1);
  CHECK(skeleton.organs[1].parent == 0u);
  CHECK(draw("~l").organs[0].parent == std::nullopt);
  TurtleParams params;
  params.organs = test::source("K");
  CHECK(draw("K~l", params).organs.size() == 1);
}

TEST_CASE("turtle: a cut leaves out the rest of the branch") {
  CHECK(draw("F[F%F[F]F(3)]F(2)%F").segments.size() == 3);
  CHECK(near(last_end("F[F%F[F]F(3)]F(2)%F(9)"), {0, 3, 0}));
}

TEST_CASE("turtle: tropism turns the heading by e |H x T| towards T") {
  TurtleParams params;
  params.tropism = {{{1, 0, 0}, 0.5}};
  CHECK(near(last_end("F", params), {math::sin(0.5), math::cos(0.5), 0}, 1e-14));
  params.tropism = {{{4, 0, 0}, 0.5}};  // clamped to 1 radian
  CHECK(near(last_end("F", params), {math::sin(1), math::cos(1), 0}, 1e-14));
  params.tropism = {{{0, 0, 1}, -0.3}};  // away
  CHECK(near(last_end("G", params), {0, math::cos(0.3), -math::sin(0.3)}, 1e-14));
  params.tropism = {{{0, -2, 0}, 0.25}};  // opposite: no torque
  CHECK(near(last_end("F", params), {0, 1, 0}));
  // Second bend from the new heading: its torque is the sine of the angle left.
  params.tropism = {{{1, 0, 0}, 0.5}};
  const double first = 0.5, second = 0.5 + 0.5 * std::cos(0.5);
  CHECK(near(last_end("fF", params), {math::sin(first) + math::sin(second), math::cos(first) + math::cos(second), 0},
             1e-14));
}

TEST_CASE("turtle: what cannot be drawn is refused with its place") {
  const auto message = [](const LString& string, const TurtleParams& params = {}) {
    try {
      interpret(string, params, {});
    } catch (const StageError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const auto symbols = [](std::vector<Symbol> alphabet, std::vector<std::uint8_t> text,
                          std::vector<double> parameters = {}) {
    return LString{std::move(alphabet), std::move(text), std::move(parameters)};
  };
  CHECK(message(symbols({{"F", 0}, {"]", 0}}, {0, 1})) ==
        "symbol 2 of the string, ']', ends a branch that never began");
  CHECK(message(symbols({{"F", 0}, {"}", 0}}, {0, 0, 1})) ==
        "symbol 3 of the string, '}', closes a polygon that was never opened");
  CHECK(message(symbols({{"F", 1}}, {0}, {NAN})).find("not a finite number") != std::string::npos);
  CHECK(message(symbols({{"+", 1}}, {0}, {INFINITY})).find("not a finite number") != std::string::npos);
  CHECK(message(symbols({{"F", 1}}, {0, 0}, {1e12, 1e12}))
            .find("symbol 2 of the string, 'F', moves the turtle out of the world") != std::string::npos);
  CHECK(message(symbols({{"[", 0}}, std::vector<std::uint8_t>(100'000, 0)))
            .find("symbol 65536 of the string, '[', nests branches") != std::string::npos);
  CHECK(message(symbols({{"{", 0}}, std::vector<std::uint8_t>(1000, 0))).find("symbol 257") != std::string::npos);
  TurtleParams few;
  few.max_segments = 3;
  CHECK(message(symbols({{"F", 0}, {"~l", 0}}, {0, 0, 0, 1}), few)
            .find("draws 4 segments and organs, more than max_segments = 3") != std::string::npos);
  CHECK(message(symbols({{"F", 0}, {"~l", 0}}, {0, 0, 1}), few) == "no error");
}

TEST_CASE("turtle: mistakes in its parameters are found when the preset is checked") {
  using test::map;
  using test::scalar;
  const auto errors = [](const char* key, schema::Node value) {
    return test::decode<TurtleParams>(map({{"from", scalar("tree")}, {key, std::move(value)}}))
        .diagnostics.error_count();
  };
  CHECK(errors("draw", scalar("L R @v")) == 0);
  CHECK(errors("draw", scalar("L(")) == 1);
  CHECK(errors("organs", scalar("~")) == 1);
  CHECK(errors("organs", scalar("[")) == 1);
  CHECK(errors("step", test::number("0")) == 1);
  CHECK(errors("tropism", map({{"vektor", scalar("x")}})) == 1);
}

// ---- the lecture's tree ----

TEST_CASE("turtle: the lecture's binary tree has its segments, leaves and places") {
  const std::vector<std::size_t> segments{1, 3, 8, 20, 48, 112, 256, 576};
  for (int n = 0; n < 8; ++n) {
    const Skeleton tree = lecture_tree(n);
    const auto place = static_cast<std::size_t>(n);
    CHECK(tree.segments.size() == segments[place]);
    CHECK(tree.organs.size() == std::size_t{1} << n);
    double length = 0, trunk = 0;
    std::size_t depth = 0;
    for (const SkeletonSegment& segment : tree.segments) {
      length += glm::length(segment.end - segment.start);
      if (segment.end.x == 0 && segment.start.x == 0) trunk += segment.end.y - segment.start.y;
      depth = std::max<std::size_t>(depth, segment.level);
    }
    CHECK(length == Approx(1 + n / 2.0));
    if (n >= 1) CHECK(trunk >= std::ldexp(1.0, -n) * (1 << (n - 1)));
    CHECK(depth == place);
    for (const SkeletonOrgan& leaf : tree.organs) {  // every path from the root is 1 long
      double path = 0;
      for (auto segment = leaf.parent; segment; segment = tree.segments[*segment].parent) path += std::ldexp(1.0, -n);
      CHECK(path == Approx(1));
    }
  }
  const double h = std::sqrt(0.5);
  const Skeleton two = lecture_tree(2);
  std::vector<Vec3> leaves;
  for (const SkeletonOrgan& leaf : two.organs) leaves.push_back(leaf.position * 4.0);
  const std::vector<Vec3> expected{{-1 - h, 2 + h, 0}, {-h, 3 + h, 0}, {h, 3 + h, 0}, {1 + h, 2 + h, 0}};
  REQUIRE(leaves.size() == expected.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) CHECK(near(leaves[i], expected[i]));
}

TEST_CASE("turtle: the lecture's tree fits its scaled boxes and is symmetric") {
  const std::vector<std::pair<double, double>> boxes{
      {0, 1}, {.353553, .853553}, {.426777, .926777}, {.390165, .890165}, {.408471, .908471}};
  for (int n = 0; n < 5; ++n) {
    Bounds bounds;
    for (const SkeletonSegment& segment : lecture_tree(n).segments) {
      bounds.add(segment.start);
      bounds.add(segment.end);
    }
    const auto& [half, height] = boxes[static_cast<std::size_t>(n)];
    CHECK(bounds.max.x == Approx(half).margin(1e-6));
    CHECK(bounds.min.x == Approx(-half).margin(1e-6));
    CHECK(bounds.max.y == Approx(height).margin(1e-6));
    CHECK(bounds.min.y == 0);
  }
  Bounds limit;
  for (const SkeletonSegment& segment : lecture_tree(13).segments) limit.add(segment.end);
  CHECK(limit.max.x == Approx(0.402369).margin(1e-4));
  CHECK(limit.max.y == Approx(0.902369).margin(1e-4));
}
