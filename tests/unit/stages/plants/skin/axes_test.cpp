#include "support/catch.h"

#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/math/math.h"
#include "stages/plants/skin/detail/axes.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

TEST_CASE("axes: a branch drawn between brackets is one axis, and its parent runs on") {
  Sketch sketch;
  const auto trunk = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  sketch.fork(trunk, {1, 1.5, 0}, 0.09, 0.09);
  const auto top = sketch.extend(trunk, {0, 2, 0}, 0.05, 0.05);
  const AxisNetwork network = trace_axes(sketch.skeleton(), {});
  REQUIRE(network.axes.size() == 2);
  CHECK(network.axes[0].node_count == 3);  // the side branch is thicker, but the trunk's own brackets win
  CHECK(network.axis_of[top] == 0);
  REQUIRE(network.axes[1].joint);
  CHECK(network.axes[1].joint->axis == 0);
}

TEST_CASE("axes: where every branch is in brackets, the thickest carries the trunk on") {
  Sketch sketch;
  const auto trunk = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  sketch.fork(trunk, {0.1, 2, 0}, 0.05, 0.05);
  const auto thick = sketch.fork(trunk, {1, 1, 0}, 0.08, 0.08);
  CHECK(trace_axes(sketch.skeleton(), {}).axis_of[thick] == 0);
}

TEST_CASE("axes: among equally thick branches the straightest carries the trunk on") {
  Sketch sketch;
  const auto trunk = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  sketch.fork(trunk, {1, 1.2, 0}, 0.05, 0.05);
  const auto straight = sketch.fork(trunk, {0.1, 2, 0}, 0.05, 0.05);
  CHECK(trace_axes(sketch.skeleton(), {}).axis_of[straight] == 0);
}

TEST_CASE("axes: a width that steps between segments becomes a taper through the means") {
  Sketch sketch;
  auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.4, 0.4);
  s = sketch.extend(s, {0, 2, 0}, 0.2, 0.2);
  s = sketch.extend(s, {0, 3, 0}, 0.1, 0.1);
  const AxisNetwork network = trace_axes(sketch.skeleton(), {});
  REQUIRE(network.nodes.size() == 4);
  const double expected[] = {0.4, 0.3, 0.15, 0.1};
  for (int i = 0; i < 4; ++i)
    CHECK(network.nodes[static_cast<std::size_t>(i)].radius == Approx(expected[i]).epsilon(1e-12));
}

TEST_CASE("axes: a side branch is never thicker than its parent where it starts") {
  Sketch sketch;
  auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  const auto side = sketch.fork(s, {1, 1, 0}, 0.5, 0.5);
  sketch.extend(s, {0, 2, 0}, 0.1, 0.1);
  const AxisNetwork network = trace_axes(sketch.skeleton(), {});
  const Axis& axis = network.axes[network.axis_of[side]];
  CHECK(network.nodes_of(axis)[0].radius <= axis.joint->radius);
}

TEST_CASE("axes: the distance to the farthest tip counts along the wood") {
  Sketch sketch;
  auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  const auto side = sketch.fork(s, {3, 1, 0}, 0.05, 0.05);
  sketch.extend(side, {3, 1, 4}, 0.05, 0.05);
  sketch.extend(s, {0, 2, 0}, 0.1, 0.1);
  const AxisNetwork network = trace_axes(sketch.skeleton(), {});
  CHECK(network.nodes[0].tip_distance == Approx(8));
  CHECK(network.nodes[1].tip_distance == Approx(7));
  CHECK(network.nodes[2].tip_distance == 0);
}

TEST_CASE("pipe model: a power of each radius is the sum over the branches it carries") {
  for (const double exponent : {2.0, 2.49, 3.0}) {
    const auto skeleton = random_tree(5, 6);
    RadiusParams params;
    params.model = RadiusModel::pipe;
    params.exponent = exponent;
    const auto radii = segment_radii(skeleton, params);
    std::vector<double> sum(radii.size(), 0.0);
    for (std::size_t i = 0; i < radii.size(); ++i) {
      if (skeleton.segments[i].parent) sum[*skeleton.segments[i].parent] += std::pow(radii[i].start, exponent);
    }
    for (std::size_t i = 0; i < radii.size(); ++i) {
      const double expected = sum[i] == 0 ? params.tip_radius : std::pow(sum[i], 1 / exponent);
      CHECK(radii[i].end == Approx(expected).epsilon(1e-9));
    }
  }
}

TEST_CASE("axes: segments too short to draw leave no neighbouring nodes at one place") {
  Sketch sketch;
  auto s = sketch.root({5, 5, 5}, {5, 5, 5}, 0.1, 0.1);
  s = sketch.extend(s, {5, 6, 5}, 0.1, 0.1);
  s = sketch.extend(s, {5, 6, 5}, 0.05, 0.05);
  s = sketch.extend(s, {5, 6 + 1e-9, 5}, 0.05, 0.05);
  s = sketch.extend(s, {5, 7, 5}, 0.05, 0.05);
  const AxisNetwork network = trace_axes(sketch.skeleton(), {});
  REQUIRE(network.axes.size() == 1);
  REQUIRE(network.axes[0].node_count == 3);
  CHECK(network.left_out == 1);
}

TEST_CASE("axes: coordinates that are not finite or absurdly far are refused") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {infinity, -infinity, std::nan(""), 2e6}) {
    Sketch a;
    a.root({0, 0, 0}, {0, bad, 0}, 0.1, 0.1);
    CHECK_THROWS_AS(trace_axes(a.skeleton(), {}), StageError);
    Sketch b;
    b.root({0, 0, 0}, {0, 1, 0}, bad, 0.1);
    CHECK_THROWS_AS(trace_axes(b.skeleton(), {}), StageError);
    lsystem::Skeleton leafy;
    leafy.organs.resize(2);
    CHECK_NOTHROW(trace_axes(leafy, {}));
    leafy.organs[1].size = bad;
    CHECK_THROWS_WITH(trace_axes(leafy, {}), "organ 1 of the skeleton is not within 1000 km of the origin");
    leafy.organs[1].size = 1;
    leafy.organs[1].position.z = bad;
    CHECK_THROWS_AS(trace_axes(leafy, {}), StageError);
  }
}
