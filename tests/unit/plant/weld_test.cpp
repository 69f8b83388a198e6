#include <catch2/catch.hpp>

#include <cmath>

#include "core/math.h"
#include "mesh/analysis.h"
#include "mesh/build.h"
#include "mesh/check.h"
#include "plant/axes.h"
#include "plant/bark_plan.h"
#include "skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

PlantMeshParams welded() {
  PlantMeshParams params;
  params.stem.joint = JointKind::weld;
  return params;
}

/// A tree as grammars make them at their worst: short segments, many branches at one node, branches along their parent
/// or back into it, thicker than segments are long.
lsystem::Skeleton wild_tree(std::uint64_t seed, int segments) {
  const Rng rng(seed);
  Sketch sketch;
  std::uint64_t draw = 0;
  const auto swing = [&] { return rng.uniform_in(-1, 1, draw++); };
  const auto pick = [&](std::size_t count) {
    return static_cast<std::uint32_t>(rng.below(static_cast<std::uint32_t>(count), draw++));
  };
  sketch.root({0, 0, 0}, {0.1 * swing(), 1, 0}, 0.2, 0.2);
  for (int i = 1; i < segments; ++i) {
    const std::uint32_t from =
        pick(4) == 0 ? pick(sketch.skeleton().segments.size())
                     : static_cast<std::uint32_t>(sketch.skeleton().segments.size() - 1 -
                                                  pick(std::min<std::size_t>(3, sketch.skeleton().segments.size())));
    const auto s = sketch.skeleton().segments[from];
    const double length = pick(3) == 0 ? 0.02 : 0.4 * (1.1 + swing());
    const double share = pick(5) == 0 ? 0.02 : (pick(5) == 0 ? 8 : 0.8);
    const Vec3 heading = normalized_or(s.frame.heading + share * Vec3{swing(), swing(), swing()}, {0, 1, 0});
    const double radius = pick(6) == 0 ? 0.3 : 0.1 * (1.02 + swing());
    if (pick(2) == 0) {
      sketch.fork(from, s.end + length * heading, radius, radius);
    } else {
      sketch.extend(from, s.end + length * heading, radius, radius);
    }
  }
  return std::move(sketch.skeleton());
}

struct Health {
  bool ok = false;
  mesh::MeshAnalysis analysis;
};

Health health_of(const mesh::Soup& soup) {
  const mesh::BuildResult built = mesh::build_mesh(soup, mesh::NonManifold::refuse);
  Health health;
  if (built.refused) return health;
  health.ok = mesh::check(built.mesh).ok();
  health.analysis = mesh::analyse(built.mesh);
  return health;
}

void check_welded(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, std::size_t roots) {
  const Health health = health_of(soup_of(skeleton, params));
  REQUIRE(health.ok);
  CHECK(health.analysis.closed());
  CHECK(health.analysis.degenerate_faces == 0);
  CHECK(health.analysis.isolated_vertices == 0);
  CHECK(health.analysis.non_finite_positions == 0);
  CHECK(health.analysis.components.size() == roots);
  for (const mesh::Component& component : health.analysis.components) CHECK(component.euler() == 2);
  REQUIRE(health.analysis.volume);
  CHECK(*health.analysis.volume > 0);
}

}  // namespace

TEST_CASE("weld: random trees are one closed 2-manifold of genus 0") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    INFO(seed);
    PlantMeshParams params = welded();
    params.stem.sides = 3 + static_cast<int>(seed % 30);
    params.stem.smooth = static_cast<int>(seed % 6);
    params.stem.tip = static_cast<TipShape>(seed % 3);
    params.flare.amount = seed % 2 ? 0.6 : 0;
    params.radius.model = seed % 4 == 0 ? RadiusModel::pipe : RadiusModel::turtle;
    check_welded(random_tree(seed, 6), params, 1);
  }
}

TEST_CASE("weld: wild skeletons are one closed 2-manifold too") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    INFO(seed);
    PlantMeshParams params = welded();
    params.stem.sides = 3 + static_cast<int>(seed % 30);
    params.stem.smooth = static_cast<int>(seed % 6);
    params.stem.tip = static_cast<TipShape>(seed % 3);
    check_welded(wild_tree(seed, 40), params, 1);
  }
}
