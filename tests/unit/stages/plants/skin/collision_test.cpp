#include "stages/plants/skin/collision.h"

#include <algorithm>

#include "support/catch.h"

#include "base/error.h"
#include "base/rng.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/soup.h"

using namespace weald;
using plant::Capsule;
using plant::CapsuleFit;
using plant::fit_capsules;

namespace {

/// A line of wood through points, tapered from `thick` to `thin`.
void add_wood(lsystem::Skeleton& skeleton, const std::vector<Vec3>& points, double thick, double thin,
              std::optional<std::uint32_t> parent, std::uint32_t branch) {
  const auto count = static_cast<double>(points.size() - 1);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    lsystem::SkeletonSegment segment;
    segment.start = points[i];
    segment.end = points[i + 1];
    segment.start_radius = thick + (thin - thick) * static_cast<double>(i) / count;
    segment.end_radius = thick + (thin - thick) * static_cast<double>(i + 1) / count;
    segment.parent = parent;
    segment.branch = branch;
    segment.level = branch > 0 ? 1 : 0;
    parent = static_cast<std::uint32_t>(skeleton.segments.size());
    skeleton.segments.push_back(segment);
  }
}

/// A trunk that bends, and limbs from its nodes, thinner and thinner.
lsystem::Skeleton tree(int limbs) {
  lsystem::Skeleton skeleton;
  std::vector<Vec3> trunk;
  for (int i = 0; i <= 12; ++i) trunk.emplace_back(0.02 * i * i, 0.5 * i, 0.1 * (i % 3));
  add_wood(skeleton, trunk, 0.4, 0.1, std::nullopt, 0);
  const Rng rng(3);
  for (int limb = 0; limb < limbs; ++limb) {
    const auto node = static_cast<std::uint32_t>(2 + limb % 9);
    const auto u = rng.four_uniforms(static_cast<std::uint32_t>(limb));
    std::vector<Vec3> points{trunk[node + 1]};
    for (int i = 0; i < 6; ++i)
      points.push_back(points.back() + Vec3{0.6 * u[0] - 0.3, 0.1 + 0.1 * u[3] * i, 0.6 * u[1] - 0.3} * 1.5);
    add_wood(skeleton, points, 0.2 - 0.008 * limb, 0.03, node, static_cast<std::uint32_t>(limb) + 1);
  }
  return skeleton;
}

bool is_inside(const CapsuleFit& fit, const Vec3& point, double radius) {
  return std::any_of(fit.capsules.begin(), fit.capsules.end(), [&](const Capsule& capsule) {
    return plant::distance_from_line(capsule, point) + radius <= capsule.radius + 1e-9;
  });
}

}  // namespace

TEST_CASE("capsules: they hold all wood that is as thick as they say, also between its nodes") {
  for (const int limbs : {0, 3, 12}) {
    const plant::AxisNetwork network = plant::trace_axes(tree(limbs), {});
    for (const int count : {1, 2, 8, 20}) {
      const CapsuleFit fit = fit_capsules(network, count, 0.06);
      INFO(limbs << " limbs, " << count << " capsules");
      REQUIRE_FALSE(fit.capsules.empty());
      CHECK(fit.capsules.size() <= static_cast<std::size_t>(count));
      CHECK(fit.thinnest >= 0.06);
      for (const plant::Axis& axis : network.axes) {
        const auto nodes = network.nodes_of(axis);
        for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
          for (const double share : {0.0, 0.25, 0.5, 1.0}) {
            const double radius = nodes[i].radius + (nodes[i + 1].radius - nodes[i].radius) * share;
            const bool is_thick = nodes[i + 1].radius >= fit.thinnest;
            if (is_thick) CHECK(is_inside(fit, glm::mix(nodes[i].position, nodes[i + 1].position, share), radius));
          }
        }
      }
    }
  }
}

TEST_CASE("capsules: more of them lie closer to the wood") {
  const plant::AxisNetwork network = plant::trace_axes(tree(0), {});
  double before = 1e9;
  for (const int count : {1, 2, 4, 8}) {
    double widest = 0;
    for (const Capsule& capsule : fit_capsules(network, count, 0.06).capsules)
      widest = std::max(widest, capsule.radius);
    CHECK(widest < before);
    before = widest;
  }
  CHECK(before < 0.47);  // the bent trunk has a radius of 0.4 at its foot
}

TEST_CASE("capsules: limbs that are too many raise the radius from which on they count") {
  const plant::AxisNetwork network = plant::trace_axes(tree(12), {});
  const double few = fit_capsules(network, 8, 0.06).thinnest, many = fit_capsules(network, 40, 0.06).thinnest;
  CHECK(many == 0.06);
  CHECK(few > 0.15);
}

TEST_CASE("collision: the bodies are closed and lie in their capsules, and the facts name the capsules") {
  plant::CollisionParams params;
  params.capsules = 6;
  const mesh::Mesh body = plant::collision_mesh(tree(5), nullptr, params);
  CHECK(mesh::check(body).ok());
  const mesh::MeshAnalysis analysis = mesh::analyse(body);
  CHECK(analysis.closed());
  CHECK(analysis.components.size() == body.groups.size());
  CHECK(analysis.volume.value_or(-1) > 0);
  REQUIRE(body.facts.size() == 2);
  CHECK(body.facts[0].name == "collision.capsules_m");
  CHECK(body.facts[0].values.size() == 7 * body.groups.size());
  CHECK(body.facts[1].values.at(0) >= 0.1);  // a quarter of the thickest
}

TEST_CASE("collision: a crown has a box, and a plant without thick wood is refused") {
  mesh::Soup soup;
  soup.positions = {{1, 2, 3}, {2, 2, 3}, {2, 5, 4}, {-9, 0, 0}, {9, 0, 0}, {0, 9, 0}};
  const std::uint32_t leaf[3] = {0, 1, 2}, wood[3] = {3, 4, 5};
  soup.add_face(leaf);
  soup.add_face(wood);
  soup.face_groups = {0, 1};
  soup.groups = {{"leaves", 0}, {"bark", 1}};
  soup.materials = {mesh::Material{.name = "leaf", .two_sided = true}, mesh::Material{.name = "bark"}};
  const mesh::Mesh plant_mesh = mesh::build_checked(soup);
  const mesh::Mesh body = plant::collision_mesh(tree(1), &plant_mesh, {});
  REQUIRE(body.facts.size() == 4);
  CHECK(body.facts[2].values == std::vector<double>{1, 2, 3});
  CHECK(body.facts[3].values == std::vector<double>{2, 5, 4});
  plant::CollisionParams params;
  params.thinnest = 5;
  CHECK_THROWS_AS(plant::collision_mesh(tree(1), nullptr, params), StageError);
  CHECK_THROWS_AS(plant::collision_mesh(lsystem::Skeleton{}, nullptr, {}), StageError);
}
