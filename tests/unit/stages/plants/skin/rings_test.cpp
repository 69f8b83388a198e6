#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "stages/plants/skin/detail/axis_curve.h"
#include "stages/plants/skin/detail/rings.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

constexpr double kPi = math::kPi;

/// Rings on a curve given by a function of [0, 1] and its derivative.
template <class Point, class Tangent>
std::vector<Ring> rings_on(int count, Point point, Tangent tangent) {
  std::vector<Ring> rings(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const double t = i / (count - 1.0);
    rings[static_cast<std::size_t>(i)].centre = point(t);
    rings[static_cast<std::size_t>(i)].tangent = glm::normalize(tangent(t));
  }
  return rings;
}

/// Angle in degrees between ring b's axis and ring a's after the smallest turn that takes a's tangent to b's
/// (Rodrigues).
double twist(const Ring& a, const Ring& b) {
  const Vec3 axis = glm::cross(a.tangent, b.tangent);
  const double s = glm::length(axis);
  const double c = glm::dot(a.tangent, b.tangent);
  Vec3 turned = a.side;
  if (s > 1e-12) {
    const Vec3 k = axis / s;
    turned = a.side * c + glm::cross(k, a.side) * s + k * (glm::dot(k, a.side) * (1 - c));
  }
  return std::atan2(glm::length(glm::cross(turned, b.side)), glm::dot(turned, b.side)) * 180 / kPi;
}

std::vector<Stem> stems_of(const lsystem::Skeleton& skeleton, const StemParams& params = {},
                           const FlareParams& flare = {}) {
  const AxisNetwork network = trace_axes(skeleton, {});
  std::vector<Stem> stems;
  for (const Axis& axis : network.axes) stems.push_back(sample_stem(network, axis, params, flare));
  return stems;
}

}  // namespace

TEST_CASE("frames: along a helix the turn about the tangent is minus the integral of torsion") {
  // Helix of radius r and pitch 2 pi h: total torsion angle per turn is 2 pi h / sqrt(r^2 + h^2). Against the Frenet
  // frame a rotation-minimising frame turns back by exactly that.
  const double r = 1, h = 0.5;
  const auto rings_of = [&](int count) {
    return rings_on(
        count,
        [&](double t) {
          return Vec3{r * std::cos(2 * kPi * t), h * 2 * kPi * t, r * std::sin(2 * kPi * t)};
        },
        [&](double t) {
          return Vec3{-r * std::sin(2 * kPi * t), h, r * std::cos(2 * kPi * t)};
        });
  };
  const double torsion = 2 * kPi * h / std::sqrt(r * r + h * h);
  double previous = 1;
  for (const int count : {33, 65, 129}) {
    auto rings = rings_of(count);
    set_minimal_frames(rings, {-1, 0, 0});  // the helix's principal normal at its start, and after one turn
    const Ring& end = rings.back();
    const Vec3 binormal = glm::cross(end.tangent, Vec3{-1, 0, 0});
    const double turned = std::atan2(glm::dot(end.side, binormal), glm::dot(end.side, Vec3{-1, 0, 0}));
    double error = std::abs(std::remainder(std::abs(turned) - torsion, 2 * kPi));
    error = std::min(error, std::abs(std::remainder(std::abs(turned) + torsion, 2 * kPi)));
    CHECK(error < previous / 10);  // fourth order: a sixteenth each time
    previous = error;
  }
  CHECK(previous < 1e-6);
}

TEST_CASE("frames: on a flat curve the normal of its plane never moves") {
  auto rings = rings_on(
      40,
      [](double t) {
        return Vec3{std::cos(5 * t), std::sin(5 * t), 0};
      },
      [](double t) {
        return Vec3{-std::sin(5 * t), std::cos(5 * t), 0};
      });
  set_minimal_frames(rings, {0, 0, 1});
  for (const Ring& ring : rings) CHECK(ring.side.z == Approx(1).epsilon(1e-12));
}

TEST_CASE("frames: successive rings of a random tree do not twist") {
  StemParams params;
  params.smooth = 12;
  params.smooth_angle = 4;
  for (const Stem& stem : stems_of(random_tree(3, 7), params)) {
    for (std::size_t i = 0; i < stem.rings.size(); ++i) {
      CHECK(std::abs(glm::dot(stem.rings[i].side, stem.rings[i].tangent)) < 1e-9);
      CHECK(glm::length(stem.rings[i].side) == Approx(1).epsilon(1e-9));
      if (i > 0) CHECK(twist(stem.rings[i - 1], stem.rings[i]) < 1.0);
    }
  }
}

TEST_CASE("rings: at a bend the ring lies on the bisector and keeps the tube's width") {
  for (const double degrees : {30.0, 60.0, 90.0, 110.0}) {
    Sketch sketch;
    const auto s = sketch.root({0, 0, 0}, {0, 2, 0}, 0.1, 0.1);
    const double angle = degrees * kPi / 180;
    sketch.extend(s, Vec3{2 * std::sin(angle), 2 + 2 * std::cos(angle), 0}, 0.1, 0.1);
    StemParams params;
    params.smooth = 0;
    params.tip = TipShape::flat;
    const Stem stem = stems_of(sketch.skeleton(), params)[0];
    REQUIRE(stem.rings.size() == 3);
    const Ring& ring = stem.rings[1];
    CHECK(ring.tangent.x == Approx(std::sin(angle / 2)).margin(1e-12));
    CHECK(ring.tangent.y == Approx(std::cos(angle / 2)).margin(1e-12));
    CHECK(ring.stretch == Approx(1 / std::cos(angle / 2)).epsilon(1e-9));
  }
}

TEST_CASE("rings: the correction at a sharp bend is bounded") {
  Sketch sketch;
  const auto s = sketch.root({0, 0, 0}, {0, 2, 0}, 0.1, 0.1);
  sketch.extend(s, {0.02, 0, 0}, 0.1, 0.1);
  StemParams params;
  params.smooth = 0;
  const Stem stem = stems_of(sketch.skeleton(), params)[0];
  for (const Ring& ring : stem.rings) CHECK(ring.stretch <= 2);
}

TEST_CASE("axis curve: passes through the nodes, and radii stay between those of the nodes") {
  const auto skeleton = random_tree(11, 6);
  const AxisNetwork network = trace_axes(skeleton, {});
  for (const Axis& axis : network.axes) {
    const auto nodes = network.nodes_of(axis);
    const AxisCurve curve(nodes, true);
    for (std::size_t i = 0; i < curve.pieces(); ++i) {
      CHECK(glm::length(curve.position(i, 0) - nodes[i].position) < 1e-12);
      CHECK(glm::length(curve.position(i, 1) - nodes[i + 1].position) < 1e-12);
      const auto [low, high] = std::minmax(nodes[i].radius, nodes[i + 1].radius);
      for (int k = 0; k <= 8; ++k) {
        CHECK(curve.radius(i, k / 8.0) >= low - 1e-12);
        CHECK(curve.radius(i, k / 8.0) <= high + 1e-12);
      }
    }
  }
}

TEST_CASE("axis curve: direction is continuous at the nodes") {
  Sketch sketch;
  auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  s = sketch.extend(s, {0.7, 1.5, 0}, 0.1, 0.1);
  sketch.extend(s, {0.7, 2.0, 0.9}, 0.1, 0.1);
  const AxisNetwork network = trace_axes(sketch.skeleton(), {});
  const AxisCurve curve(network.nodes, true);
  const double h = 1e-5;
  for (std::size_t i = 1; i < curve.pieces(); ++i) {
    const Vec3 before = glm::normalize(curve.position(i - 1, 1) - curve.position(i - 1, 1 - h));
    const Vec3 after = glm::normalize(curve.position(i, h) - curve.position(i, 0));
    CHECK(glm::dot(before, after) > 1 - 1e-7);
  }
}

TEST_CASE("rings: the radius of a stepped axis falls without a step") {
  // Widths fall by a third from segment to segment, as a turtle sets them between segments.
  Sketch sketch;
  auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.3, 0.3);
  double width = 0.3;
  for (int i = 1; i < 6; ++i) {
    width *= 0.67;
    s = sketch.extend(s, {0.1 * (i % 2), 1.0 + i, 0}, width, width);
  }
  StemParams params;
  params.ring_length = 0.25;
  params.tip = TipShape::flat;
  const Stem stem = stems_of(sketch.skeleton(), params)[0];
  for (std::size_t i = 1; i < stem.rings.size(); ++i) {
    const Ring& a = stem.rings[i - 1];
    const Ring& b = stem.rings[i];
    CHECK(b.radius <= a.radius + 1e-12);
    // The steepest linear taper of the nodes is 0.1 per metre; a monotone cubic may be three times as steep.
    CHECK(a.radius - b.radius <= 0.3 * (b.arc - a.arc) + 1e-9);
    CHECK(b.sides <= a.sides);
  }
}

TEST_CASE("rings: a side branch starts inside its parent") {
  const auto skeleton = random_tree(7, 7);
  const AxisNetwork network = trace_axes(skeleton, {});
  int joints = 0;
  for (const Axis& axis : network.axes) {
    if (!axis.joint) continue;
    const Stem stem = sample_stem(network, axis, {}, {});
    const auto parent = network.nodes_of(network.axes[axis.joint->axis]);
    double nearest = 1e9, radius = 0;
    for (std::size_t i = 0; i + 1 < parent.size(); ++i) {  // distance to the parent's axis
      const Vec3 d = parent[i + 1].position - parent[i].position;
      const double t = std::clamp(glm::dot(stem.rings[0].centre - parent[i].position, d) / glm::dot(d, d), 0.0, 1.0);
      const double distance = glm::length(stem.rings[0].centre - parent[i].position - d * t);
      if (distance < nearest) nearest = distance, radius = glm::mix(parent[i].radius, parent[i + 1].radius, t);
    }
    CHECK(nearest < 0.5 * radius);
    CHECK(stem.rings[0].radius <= radius * (1 + 1e-9));
    ++joints;
  }
  CHECK(joints > 50);
}

TEST_CASE("rings: a collar widens a branch where it leaves its parent and nowhere else") {
  Sketch sketch;
  const auto s = sketch.root({0, 0, 0}, {0, 2, 0}, 0.3, 0.3);
  sketch.extend(s, {0, 4, 0}, 0.3, 0.3);
  sketch.fork(s, {3, 2, 0}, 0.1, 0.1);
  StemParams with, without;
  with.tip = without.tip = TipShape::flat;
  with.collar = 0.5;
  without.collar = 0;
  const Stem flared = stems_of(sketch.skeleton(), with)[1];
  const Stem plain = stems_of(sketch.skeleton(), without)[1];
  double at_exit = 0;
  for (const Ring& ring : flared.rings) {
    if (ring.arc >= 0.2 && ring.arc <= 0.3) at_exit = std::max(at_exit, ring.radius);
  }
  CHECK(at_exit > 0.12);
  CHECK(flared.rings.back().radius == Approx(plain.rings.back().radius));
}

TEST_CASE("rings: sides fall with the square root of the radius between the two bounds") {
  StemParams params;
  params.sides = 24;
  CHECK(sides_for(1, 1, params) == 24);
  CHECK(sides_for(0.25, 1, params) == 12);
  CHECK(sides_for(0.0625, 1, params) == 6);
  CHECK(sides_for(1e-6, 1, params) == 3);
  params.min_sides = 5;
  CHECK(sides_for(1e-6, 1, params) == 5);
  params.sides = 7;
  CHECK(sides_for(1, 1, params) == 7);
}

TEST_CASE("rings: the bound on their number holds") {
  const auto skeleton = random_tree(2, 7);
  const AxisNetwork network = trace_axes(skeleton, {});
  for (const int smooth : {0, 1, 4, 16}) {
    for (const std::optional<double> length : {std::optional<double>{}, std::optional{0.3}, std::optional{5.0}}) {
      StemParams params;
      params.smooth = smooth;
      params.smooth_angle = 1;
      params.ring_length = length;
      params.tip = TipShape::round;
      double rings = 0;
      for (const Axis& axis : network.axes)
        rings += static_cast<double>(sample_stem(network, axis, params, {.amount = 1}).rings.size());
      CHECK(rings <= ring_bound(network, params));
    }
  }
}

TEST_CASE("rings: detail takes sides from the thinnest tubes too, down to three") {
  StemParams params;
  params.sides = 28;
  params.min_sides = 8;
  params.detail = 0.5;
  CHECK(coarsened(params).sides == 14);
  CHECK(coarsened(params).min_sides == 4);
  params.detail = 0.1;
  CHECK(coarsened(params).min_sides == 3);
  params.detail = 1;
  CHECK(coarsened(params).min_sides == 8);
}
