#include "support/catch.h"

#include <cmath>

#include "base/math/math.h"
#include "methods/curve/bezier.h"
#include "methods/curve/frames.h"

using namespace weald;
using namespace weald::curve;

namespace {

struct Sampled {
  std::vector<Vec3> points;
  std::vector<Vec3> tangents;
  FrameSamples view(bool closed = false) const { return {points, tangents, closed}; }
};

/// A helix of radius 2 that climbs 1 metre per radian, `turns` of it in `count` steps.
Sampled helix(int count, double turns) {
  Sampled s;
  for (int i = 0; i <= count; ++i) {
    const double a = 2 * math::kPi * turns * i / count;
    s.points.push_back({2 * std::cos(a), a, 2 * std::sin(a)});
    s.tangents.push_back(glm::normalize(Vec3{-2 * std::sin(a), 1, 2 * std::cos(a)}));
  }
  return s;
}

double angle_apart(const Vec3& a, const Vec3& b) { return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)); }

/// The exact rotation-minimising up at the end of the helix: it turns against the Frenet frame by torsion x length.
Vec3 exact_end_up(double turns, const Vec3& first_up) {
  const double angle = 2 * math::kPi * turns;
  const double length = angle * std::sqrt(5.0);
  const double torsion = 1.0 / 5;
  // Frenet frame at parameter a: normal towards the axis, binormal = tangent x normal.
  const auto normal = [](double a) { return Vec3{-std::cos(a), 0, -std::sin(a)}; };
  const auto tangent = [](double a) { return glm::normalize(Vec3{-2 * std::sin(a), 1, 2 * std::cos(a)}); };
  const Vec3 n0 = normal(0);
  const Vec3 b0 = glm::cross(tangent(0), n0);
  const double phi0 = std::atan2(glm::dot(first_up, b0), glm::dot(first_up, n0));
  // The helix winds from x to z, clockwise about y: its torsion is negative in this frame's sense.
  const double phi = phi0 + torsion * length;
  const Vec3 n1 = normal(angle);
  const Vec3 b1 = glm::cross(tangent(angle), n1);
  return std::cos(phi) * n1 + std::sin(phi) * b1;
}

}  // namespace

TEST_CASE("minimal frames: the error at the end of a helix falls 16 times per halving of the step") {
  const double turns = 1.25;
  std::vector<double> errors;
  for (const int count : {16, 32, 64, 128, 256}) {
    const Sampled s = helix(count, turns);
    const auto frames = minimal_frames(s.view(), Vec3{0, 1, 0});
    errors.push_back(angle_apart(frames.back().up, exact_end_up(turns, frames.front().up)));
  }
  INFO(errors[0] << " " << errors[1] << " " << errors[2] << " " << errors[3] << " " << errors[4]);
  CHECK(errors.back() < 1e-6);
  for (std::size_t i = 1; i < errors.size(); ++i) CHECK(errors[i - 1] / errors[i] == Approx(16).epsilon(0.15));
}

TEST_CASE("minimal frames: orthonormal, and constant along a plane curve") {
  Sampled s;
  for (int i = 0; i <= 40; ++i) {
    const double a = 0.05 * i * i / 10;
    s.points.push_back({3 * std::cos(a) + a, 0, 2 * std::sin(a)});
    s.tangents.push_back(glm::normalize(Vec3{-3 * std::sin(a) + 1, 0, 2 * std::cos(a)}));
    if (i > 0 && s.points[static_cast<std::size_t>(i)] == s.points[static_cast<std::size_t>(i) - 1]) FAIL("bad sample");
  }
  for (const Frame& f : minimal_frames(s.view(), Vec3{0, 1, 0})) {
    CHECK(glm::length(f.up - Vec3{0, 1, 0}) < 1e-12);
    CHECK(std::abs(glm::dot(f.up, f.tangent)) < 1e-14);
    CHECK(glm::length(f.right()) == Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("minimal frames: on a closed curve the last frame leads on to the first") {
  Sampled s;  // a closed space curve with a real closing angle
  constexpr int kCount = 200;
  for (int i = 0; i < kCount; ++i) {
    const double a = 2 * math::kPi * i / kCount;
    s.points.push_back({4 * std::cos(a), std::sin(2 * a), 4 * std::sin(a) + std::cos(3 * a)});
    s.tangents.push_back(
        glm::normalize(Vec3{-4 * std::sin(a), 2 * std::cos(2 * a), 4 * std::cos(a) - 3 * std::sin(3 * a)}));
  }
  const auto open = minimal_frames(s.view(), Vec3{0, 1, 0});
  const auto closed = minimal_frames(s.view(true), Vec3{0, 1, 0});
  const auto miss = [&](const std::vector<Frame>& f) {
    return angle_apart(transported_up(f.back(), s.points[0], s.tangents[0]), f[0].up);
  };
  CHECK(miss(open) > 0.05);
  CHECK(miss(closed) < 1.5 * miss(open) / kCount);  // what is left is one step's share
  for (const Frame& f : closed) CHECK(std::abs(glm::dot(f.up, f.tangent)) < 1e-12);
}

TEST_CASE("minimal frames: where the curve turns back on itself, rounding does not turn the frame") {
  for (int i = 1; i < 100; ++i) {
    const Vec3 step = glm::normalize(Vec3{std::cos(i), std::sin(3.0 * i), std::sin(i)});
    const Frame frame{{0, 0, 0}, step, perpendicular(step, {0.3, 1, 0.2})};
    CHECK(glm::length(transported_up(frame, 0.7 * step, -step) - frame.up) < 1e-9);
  }
  const Frame frame{{1, 2, 3}, {0, 1, 0}, {0, 0, 1}};
  CHECK(transported_up(frame, frame.position, frame.tangent) == frame.up);
}

TEST_CASE("upright frames: level across wherever the path is not vertical, carried on where it is") {
  const Sampled s = helix(50, 1);
  for (const Frame& f : upright_frames(s.view(), Vec3{0, 1, 0})) CHECK(std::abs(f.right().y) < 1e-15);
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}};
  const std::vector<Vec3> tangents{{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}};
  const auto frames = upright_frames({points, tangents, false}, Vec3{0, 1, 0});
  CHECK(glm::length(frames[3].up - frames[2].up) < 1e-12);
  CHECK(std::abs(glm::dot(frames[2].up, frames[2].tangent)) < 1e-14);
}

TEST_CASE("frames: with tangent north and up skywards, right is east") {
  const Frame f{{0, 0, 0}, {0, 0, -1}, {0, 1, 0}};
  CHECK(f.right() == Vec3(1, 0, 0));
  CHECK(glm::length(turned({0, 1, 0}, {0, 0, 1}, 90) - Vec3{-1, 0, 0}) < 1e-15);
}
