#include "support/catch.h"

#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "stages/plants/skin/detail/crown_light.h"
#include "stages/plants/skin/detail/leaf_places.h"
#include "stages/plants/skin/detail/leaf_shape.h"
#include "stages/plants/skin/detail/leaves.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

struct Planted {
  AxisNetwork network;
  BarkPlan bark;
  std::vector<LeafPlace> leaves;
};

Planted set_leaves(const lsystem::Skeleton& skeleton, const LeafParams& params, std::uint64_t seed = 1) {
  Planted p;
  p.network = trace_axes(skeleton, {});
  p.bark = plan_bark(p.network, {}, {}, {});
  p.leaves = place_leaves({skeleton, p.network, p.bark}, params, {}, Rng(seed), 1'000'000, {});
  return p;
}

lsystem::Skeleton twig(double length) {
  Sketch sketch;
  sketch.root({0, 0, 0}, {0, length, 0}, 0.02, 0.02);
  return sketch.skeleton();
}

/// Distance from `point` to the nearest axis, less the radius there: negative inside the wood.
double depth_outside(const Planted& p, const Vec3& point) {
  double best = 1e9;
  for (const Tube& tube : p.bark.tubes) {
    const Stem& stem = tube.stem;
    for (std::size_t i = 1; i < stem.rings.size(); ++i) {
      const Ring& a = stem.rings[i - 1];
      const Ring& b = stem.rings[i];
      const Vec3 d = b.centre - a.centre;
      const double t = glm::clamp(glm::dot(point - a.centre, d) / glm::dot(d, d), 0.0, 1.0);
      best = std::min(best, glm::length(point - a.centre - d * t) - glm::mix(a.radius, b.radius, t));
    }
  }
  return best;
}

}  // namespace

TEST_CASE("leaves: heading and normal are perpendicular unit vectors, and feet are at the wood") {
  LeafParams params;
  params.spacing = 0.05;
  const Planted p = set_leaves(random_tree(9, 6), params);
  REQUIRE(p.leaves.size() > 500);
  for (const LeafPlace& leaf : p.leaves) {
    CHECK(depth_outside(p, leaf.foot) <= 1e-3);
    CHECK(std::abs(glm::dot(leaf.heading, leaf.normal)) < 1e-9);
    CHECK(glm::length(leaf.heading) == Approx(1).epsilon(1e-9));
    CHECK(glm::length(leaf.normal) == Approx(1).epsilon(1e-9));
  }
}

TEST_CASE("leaves: a twig carries one at its tip and one each spacing below") {
  LeafParams params;
  params.spacing = 0.1;
  params.reach = 1;
  params.jitter = 0;
  CHECK(set_leaves(twig(2.0), params).leaves.size() == 11);
  params.whorl = 3;
  CHECK(set_leaves(twig(2.0), params).leaves.size() == 33);
  params.reach = 0;
  CHECK(set_leaves(twig(2.0), params).leaves.size() == 3);
}

TEST_CASE("leaves: without jitter successive leaves turn by the golden angle") {
  LeafParams params;
  params.spacing = 0.1;
  params.reach = 1;
  params.jitter = 0;
  params.droop = 0;
  const auto leaves = set_leaves(twig(1.5), params).leaves;
  const double golden = 180 * (3 - std::sqrt(5.0));
  for (std::size_t k = 2; k < leaves.size(); ++k) {
    const auto bearing = [&](std::size_t i) {
      return std::atan2(leaves[i].heading.x, leaves[i].heading.z) * 180 / math::kPi;
    };
    CHECK(std::abs(std::remainder(std::abs(std::remainder(bearing(k) - bearing(k - 1), 360.0)) - golden, 360.0)) <
          1e-6);
  }
}

TEST_CASE("leaves: droop lowers them and light turns their faces up") {
  const auto mean = [](double droop, double light) {
    LeafParams params;
    params.spacing = 0.02;
    params.reach = 2;
    params.droop = droop;
    params.light = light;
    double heading = 0, normal = 0;
    Sketch sideways;
    sideways.root({0, 0, 0}, {1.5, 0, 0}, 0.02, 0.02);
    const auto leaves = set_leaves(sideways.skeleton(), params).leaves;
    for (const LeafPlace& leaf : leaves) heading += leaf.heading.y, normal += leaf.normal.y;
    return std::pair{heading / static_cast<double>(leaves.size()), normal / static_cast<double>(leaves.size())};
  };
  CHECK(mean(1, 0).first < mean(0, 0).first - 0.2);
  CHECK(mean(0.5, 1).second > mean(0.5, 0).second + 0.1);
}

TEST_CASE("leaves: sizes keep to their variation") {
  LeafParams params;
  params.spacing = 0.01;
  params.size = 0.2;
  params.size_variation = 0.3;
  double low = 1, high = 0;
  const Planted p = set_leaves(random_tree(1, 5), params);
  for (const LeafPlace& leaf : p.leaves) low = std::min(low, leaf.length), high = std::max(high, leaf.length);
  CHECK(low >= 0.14);
  CHECK(low < 0.15);
  CHECK(high <= 0.26);
  CHECK(high > 0.25);
}

TEST_CASE("leaves: a change of one tree part leaves the leaves of others where they were") {
  Sketch a, b;
  for (Sketch* sketch : {&a, &b}) {
    const auto trunk = sketch->root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
    sketch->extend(trunk, {0, 2, 0}, 0.1, 0.1);
    const auto side = sketch->fork(trunk, {1, 1.5, 0}, 0.05, 0.05);
    if (sketch == &b) sketch->extend(side, {2, 2, 0}, 0.05, 0.05);
  }
  LeafParams params;
  params.spacing = 0.05;
  const auto first = set_leaves(a.skeleton(), params).leaves;
  const auto second = set_leaves(b.skeleton(), params).leaves;
  REQUIRE(first.size() >= 12);
  for (std::size_t i = 0; i < 12; ++i) CHECK(first[i].foot == second[i].foot);  // the trunk's come first
}

TEST_CASE("leaves: those the turtle set stand at its place with its size") {
  lsystem::Skeleton skeleton = twig(1);
  lsystem::SkeletonOrgan organ;
  organ.position = {0, 1, 0};
  organ.frame = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
  organ.size = 0.5;
  organ.parent = 0;
  skeleton.organs.push_back(organ);
  LeafParams params;
  params.size_variation = 0;
  params.droop = 0;
  params.light = 0;
  params.organ_scale = 2;
  const auto leaves = set_leaves(skeleton, params).leaves;
  REQUIRE(leaves.size() == 1);
  CHECK(leaves[0].foot == Vec3{0, 1, 0});
  CHECK(leaves[0].heading == Vec3{1, 0, 0});
  CHECK(leaves[0].normal == Vec3{0, 1, 0});
  CHECK(leaves[0].length == 1.0);
}

TEST_CASE("leaves: more than the limit are refused before they are made") {
  LeafParams params;
  params.spacing = 0.001;
  params.reach = 1e4;
  params.whorl = 16;
  const auto skeleton = twig(9e5);
  const AxisNetwork network = trace_axes(skeleton, {});
  CHECK_THROWS_AS(place_leaves({skeleton, network, plan_bark(network, {}, {}, {})}, params, {}, Rng(1), 100'000, {}),
                  StageError);
}

TEST_CASE("leaf shapes: faces look along z, stay within the width, and start at the foot") {
  for (const LeafShape shape : {LeafShape::rhombus, LeafShape::oval, LeafShape::lobed, LeafShape::card}) {
    LeafParams params;
    params.shape = shape;
    params.fold = 25;
    const LeafModel model = make_leaf_model(params);
    bool has_foot = false;
    for (const Vec3& p : model.positions) {
      CHECK(std::abs(p.x) <= 0.5 * params.width + 1e-12);
      CHECK(p.y >= 0);
      CHECK(p.y <= 1);
      has_foot = has_foot || std::abs(p.y) < 1e-12;
    }
    CHECK(has_foot);
    for (std::size_t f = 0; f < model.face_count(); ++f) {
      Vec3 area{0};
      const Vec3& first = model.positions[model.corners[model.face_begin[f]]];
      for (std::uint32_t c = model.face_begin[f] + 1; c + 1 < model.face_begin[f + 1]; ++c) {
        const Vec3 corner =
            glm::cross(model.positions[model.corners[c]] - first, model.positions[model.corners[c + 1]] - first);
        CHECK(glm::length(corner) > 1e-6);
        area += corner;
      }
      CHECK(area.z > 0);
    }
  }
}

TEST_CASE("leaf shapes: a folded half is flat and leans by the fold") {
  LeafParams params;
  params.shape = LeafShape::oval;
  params.fold = 30;
  params.width = 1;
  const LeafModel model = make_leaf_model(params);
  for (std::size_t i = 0; i < model.positions.size(); ++i) {
    const Vec3& p = model.positions[i];
    CHECK(p.z == Approx(std::abs(p.x) * std::tan(math::kPi / 6)).margin(1e-12));
  }
}

TEST_CASE("leaves: turtle polygons lose repeated points, and those without area are left out") {
  lsystem::Skeleton skeleton;
  skeleton.polygons.push_back({{{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}}, 0, 0});
  skeleton.polygons.push_back({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, 0, 0});
  skeleton.polygons.push_back({{{0, 0, 0}, {1, 0, 0}}, 0, 0});
  skeleton.polygons.push_back({});
  const auto polygons = clean_polygons(skeleton);
  REQUIRE(polygons.size() == 1);
  CHECK(polygons[0].points.size() == 4);
  CHECK(polygons[0].area == Approx(1));
  CHECK(polygons[0].normal.z == Approx(1));
  const mesh::Soup soup = soup_of(skeleton);
  CHECK(soup.face_count() == 1);
  REQUIRE(soup.groups.size() == 1);
  CHECK(soup.groups[0].name == "leaves");
  CHECK(soup.materials[0].two_sided);
}

TEST_CASE("crown light: an empty crown is open, the inside of a full one dark, and outward points out") {
  CHECK(CrownLight({}).at({0, 0, 0}).sky_share == 1);
  std::vector<Foliage> ball;
  const Rng rng(3);
  for (std::uint64_t i = 0; i < 60000; ++i) {
    const Vec3 p{rng.uniform_in(-1, 1, i, 0), rng.uniform_in(-1, 1, i, 1), rng.uniform_in(-1, 1, i, 2)};
    if (glm::length(p) < 1) ball.push_back({p, 0.0013});
  }
  const CrownLight light(ball);
  const double top = light.at({0, 0.95, 0}).sky_share, middle = light.at({0, 0, 0}).sky_share,
               bottom = light.at({0, -0.9, 0}).sky_share;
  CHECK(top > 0.6);
  CHECK(middle < 0.5 * top);
  CHECK(bottom < middle);
  CHECK(light.at({0, 50, 0}).sky_share == 1);
  for (const Vec3& p : {Vec3{0.9, 0, 0}, Vec3{0, 0.9, 0}, Vec3{-0.6, -0.6, 0}, Vec3{0, 0.5, -0.8}}) {
    CHECK(glm::dot(light.at(p).outward, glm::normalize(p)) > 0.8);
  }
  for (const double far : {std::nan(""), 1e300, -1e300, -HUGE_VAL}) {  // read at the edge of the grid
    const double share = light.at({far, 0, far}).sky_share;
    CHECK((share >= 0 && share <= 1));
  }
}

TEST_CASE("leaves: arrangements have their turns") {
  struct Case {
    Arrangement arrangement;
    std::size_t whorl;
    double turn;
  };
  for (const Case& c : {Case{Arrangement::alternate, 1, 180}, Case{Arrangement::opposite, 2, 90},
                        Case{Arrangement::pinnate, 2, 0}, Case{Arrangement::whorled, 3, 60}}) {
    LeafParams params;
    params.spacing = 0.1;
    params.reach = 1;
    params.jitter = 0;
    params.droop = 0;
    params.terminal = false;
    params.arrangement = c.arrangement;
    const auto leaves = set_leaves(twig(1.5), params).leaves;
    REQUIRE(leaves.size() == 11 * c.whorl);
    const auto bearing = [&](std::size_t i) {
      return std::atan2(leaves[i].heading.x, leaves[i].heading.z) * 180 / math::kPi;
    };
    for (std::size_t k = 1; k < 11; ++k) {
      const double turn = std::abs(std::remainder(bearing(k * c.whorl) - bearing((k - 1) * c.whorl), 360.0));
      CHECK(turn == Approx(c.turn).margin(1e-6));
      for (std::size_t w = 1; w < c.whorl; ++w) {
        const double apart = std::abs(std::remainder(bearing(k * c.whorl + w) - bearing(k * c.whorl + w - 1), 360.0));
        CHECK(apart == Approx(360.0 / static_cast<double>(c.whorl)));
      }
    }
  }
}

TEST_CASE("leaves: two rows lie left and right of a level twig") {
  LeafParams params;
  params.spacing = 0.05;
  params.reach = 1;
  params.jitter = 0;
  params.droop = 0;
  params.terminal = false;
  params.arrangement = Arrangement::pinnate;
  Sketch sideways;
  sideways.root({0, 1, 0}, {1.5, 1.2, 0}, 0.02, 0.02);
  for (const LeafPlace& leaf : set_leaves(sideways.skeleton(), params).leaves) {
    CHECK(std::abs(leaf.heading.z) > 0.8);
    CHECK(leaf.normal.y > 0.9);
  }
}

TEST_CASE("leaves: sizes fall evenly towards the tip") {
  LeafParams params;
  params.spacing = 0.1;
  params.reach = 1;
  params.jitter = 0;
  params.size_variation = 0;
  params.size = 0.2;
  params.tip_size = 0.5;
  const auto leaves = set_leaves(twig(2), params).leaves;
  REQUIRE(leaves.size() == 11);
  for (std::size_t k = 0; k < leaves.size(); ++k)
    CHECK(leaves[k].length == Approx(0.1 + 0.01 * static_cast<double>(k)));
}
