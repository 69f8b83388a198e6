// Tropisms against closed forms. In a plane, a heading at angle t from the vector bends by e |T| sin(t - a).

#include "support/catch.h"

#include <cmath>

#include "base/math/math.h"
#include "stages/plants/lsystem/detail/tropism.h"
#include "stages/plants/lsystem/turtle.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;

namespace {

Skeleton grown(const std::string& text, const Tropisms& tropisms) {
  TurtleParams params;
  params.tropism = tropisms;
  return interpret(derive(test::system_of(text, {}, 0), {}), params, {});
}

TropismParams towards(const Vec3& vector, double elasticity) {
  TropismParams tropism;
  tropism.vector = vector;
  tropism.elasticity = elasticity;
  return tropism;
}

// Angle of a heading in the plane z = 0 from +Y, to the right.
double lean(const SkeletonSegment& segment) { return std::atan2(segment.frame.heading.x, segment.frame.heading.y); }

bool is_orthonormal(const Frame& f) {
  return std::abs(glm::length(f.heading) - 1) < 1e-12 && std::abs(glm::length(f.left) - 1) < 1e-12 &&
         std::abs(glm::dot(f.heading, f.left)) < 1e-12 && glm::length(glm::cross(f.heading, f.left) - f.up) < 1e-12;
}

constexpr double kDegree = 0.017453292519943295;

}  // namespace

TEST_CASE("tropism: before bends the first segment, after only the second") {
  TropismParams light = towards({1, 0, 0}, 0.5);
  const Skeleton before = grown("FFF", {light});
  double angle = 0;
  for (const SkeletonSegment& segment : before.segments) {
    angle += 0.5 * std::cos(angle);
    CHECK(lean(segment) == Approx(angle).margin(1e-14));
  }
  light.mode = TropismMode::after;
  const Skeleton after = grown("FFF", {light});
  CHECK(lean(after.segments[0]) == 0);
  CHECK(lean(after.segments[1]) == lean(before.segments[0]));
  CHECK(lean(after.segments[2]) == lean(before.segments[1]));
  CHECK(after.segments[1].start == Vec3{0, 1, 0});
}

TEST_CASE("tropism: moves bend as segments do, turns do not") {
  const TropismParams light = towards({1, 0, 0}, 0.5);
  CHECK(lean(grown("fF", {light}).segments[0]) == lean(grown("FF", {light}).segments[1]));
  CHECK(lean(grown("g/(10)\\(10)[]F", {light}).segments[0]) == Approx(lean(grown("GG", {light}).segments[1])));
}

TEST_CASE("tropism: the bend of one step is at most a radian") {
  CHECK(lean(grown("F", {towards({4, 0, 0}, 0.5)}).segments[0]) == Approx(1));
  CHECK(lean(grown("F", {towards({1, 0, 0}, -40)}).segments[0]) == Approx(-1));
}

TEST_CASE("tropism: segments settle at the angle to the vector that is asked for") {
  for (const double wanted : {0.0, 30.0, 90.0, 135.0}) {
    for (const double start : {10.0, 60.0, 170.0}) {
      INFO(wanted << " from " << start);
      TropismParams light = towards({0, 2, 0}, 0.3);
      light.angle = wanted;
      const Skeleton skeleton = grown("-(" + std::to_string(start) + ")FF" + std::string(200, 'F'), {light});
      const double first = start * kDegree + 0.6 * std::sin((wanted - start) * kDegree);
      CHECK(lean(skeleton.segments[0]) == Approx(first).margin(1e-12));
      CHECK(lean(skeleton.segments[1]) == Approx(first + 0.6 * std::sin(wanted * kDegree - first)).margin(1e-12));
      CHECK(lean(skeleton.segments.back()) == Approx(wanted * kDegree).margin(1e-9));
    }
  }
}

TEST_CASE("tropism: a heading along the vector leaves it about the left vector, where an angle is asked for") {
  TropismParams light = towards({0, 1, 0}, 0.3);
  CHECK(lean(grown("F", {light}).segments[0]) == 0);
  light.angle = 90;
  const Vec3 heading = grown("F", {light}).segments[0].frame.heading;
  CHECK(heading.x == Approx(0).margin(1e-15));
  CHECK(std::abs(heading.z) == Approx(std::sin(0.3)));
}

TEST_CASE("tropism: several add up before the heading turns") {
  const TropismParams light = towards({1, 0, 0}, 0.3), weight = towards({0, -1, 0}, 0.2);
  // The sum of the vectors times their elasticities is a tropism too.
  const TropismParams sum = towards({0.3, -0.2, 0}, 1);
  const Skeleton two = grown("-(40)F&(20)F/(30)F", {light, weight}), one = grown("-(40)F&(20)F/(30)F", {sum});
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(glm::length(two.segments[i].end - one.segments[i].end) < 1e-14);
    CHECK(is_orthonormal(two.segments[i].frame));
  }
  CHECK(lean(grown("F", {light, towards({-1, 0, 0}, 0.3)}).segments[0]) == 0);
}

TEST_CASE("tropism: a torque rolls segments and leaves their heading") {
  TropismParams torque = towards({1, 0, 0}, 0.4);
  torque.turns = TropismTurns::up;
  const Skeleton skeleton = grown("FF+(20)FF", {torque});
  // Up is +Z at first: the torque turns it by 0.4 sin(90 degrees) towards +X, then by 0.4 times the sine that is left.
  const Vec3 first = skeleton.segments[0].frame.up, second = skeleton.segments[1].frame.up;
  CHECK(skeleton.segments[1].end == Vec3{0, 2, 0});
  CHECK(std::atan2(first.x, first.z) == Approx(0.4));
  CHECK(std::atan2(second.x, second.z) == Approx(0.4 + 0.4 * std::cos(0.4)));
  for (const SkeletonSegment& segment : skeleton.segments) CHECK(is_orthonormal(segment.frame));
  const Skeleton with_light = grown("F", {torque, towards({1, 0, 0}, 0.5)});
  CHECK(lean(with_light.segments[0]) == Approx(0.5));
}

TEST_CASE("tropism: rolls before a bend are kept") {
  const TropismParams light = towards({1, 0, 0}, 0.5);
  const Frame plain = grown("F", {light}).segments[0].frame, rolled = grown("/(70)F", {light}).segments[0].frame;
  CHECK(glm::length(plain.heading - rolled.heading) < 1e-14);
  CHECK(glm::dot(plain.up, rolled.up) == Approx(math::cos_deg(70)));
}

TEST_CASE("tropism: elasticities are switched within a branch and come back after it") {
  const TropismParams light = towards({1, 0, 0}, 0);
  const Skeleton skeleton = grown("F[@Ts(1,0.5)F@T(1,0.1)F]F", {light});
  CHECK(lean(skeleton.segments[0]) == 0);
  CHECK(lean(skeleton.segments[1]) == Approx(0.5));
  CHECK(lean(skeleton.segments[2]) == Approx(0.5 + 0.6 * std::cos(0.5)));
  CHECK(lean(skeleton.segments[3]) == 0);
}
