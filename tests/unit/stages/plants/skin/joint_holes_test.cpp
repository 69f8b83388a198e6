#include "support/catch.h"

#include <cmath>
#include <set>
#include <tuple>

#include "base/math/math.h"
#include "base/parallel.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "support/sanitized.h"
#include "unit/stages/plants/skin/skeletons.h"

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
  for (std::uint64_t seed = 0; seed < 40; seed += weald::test::kSeedStep) {
    INFO(seed);
    PlantMeshParams params = welded();
    params.stem.sides = 3 + static_cast<int>(seed % 30);
    params.stem.smooth = static_cast<int>(seed % 6);
    params.stem.tip = static_cast<TipShape>(seed % 4);
    params.flare.amount = seed % 2 ? 0.6 : 0;
    params.radius.model = seed % 4 == 0 ? RadiusModel::pipe : RadiusModel::turtle;
    check_welded(random_tree(seed, 6), params, 1);
  }
}

TEST_CASE("weld: wild skeletons are one closed 2-manifold too") {
  for (std::uint64_t seed = 0; seed < 600; seed += weald::test::kSeedStep) {
    INFO(seed);
    PlantMeshParams params = welded();
    params.stem.sides = 3 + static_cast<int>(seed % 30);
    params.stem.smooth = static_cast<int>(seed % 6);
    params.stem.tip = static_cast<TipShape>(seed % 4);
    check_welded(wild_tree(seed, 40), params, 1);
  }
}

TEST_CASE("weld: wood far thicker than it is long has no face without area") {
  std::vector<std::uint64_t> seeds{239, 521};  // whose feet fell on one point
  for (std::uint64_t seed = 0; seed < 60; seed += weald::test::kSeedStep) seeds.push_back(seed);
  for (const std::uint64_t seed : seeds) {
    INFO(seed);
    PlantMeshParams params = welded();
    params.radius.min_radius = seed % 2 == 0 ? 10 : seed % 5 == 0 ? 0.5 : 100;
    params.stem.sides = 14 + static_cast<int>(seed % 20);
    params.stem.smooth = 2;
    const Health health = health_of(soup_of(seed % 3 == 0 ? random_tree(seed, 6) : wild_tree(seed, 40), params));
    REQUIRE(health.ok);
    CHECK(health.analysis.closed());
    CHECK(health.analysis.degenerate_faces == 0);
    CHECK(health.analysis.components.size() == 1);
  }
}

TEST_CASE("weld: nearly all joints find their own place, and none is left out") {
  std::size_t joints = 0, moved = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    PlantMeshParams params = welded();
    const AxisNetwork network = trace_axes(random_tree(seed, 6), {});
    const BarkPlan plan = plan_bark(network, params.stem, params.flare, {});
    CHECK(plan.tally.unwelded == 0);
    joints += plan.tally.joints;
    moved += plan.tally.moved;
  }
  CHECK(joints == 40 * 63);
  CHECK(moved * 50 < joints);
}

TEST_CASE("joints: every branch reaches its tip in the mesh, whatever the joint and however few sides there are") {
  for (const JointKind joint : {JointKind::overlap, JointKind::collar, JointKind::weld}) {
    for (std::uint64_t seed = 0; seed < 24; seed += weald::test::kSeedStep) {
      INFO(static_cast<int>(joint) << " " << seed);
      PlantMeshParams params;
      params.stem.joint = joint;
      params.stem.sides = 3 + static_cast<int>(seed);
      params.stem.min_sides = std::min(3 + static_cast<int>(seed % 3), params.stem.sides);
      params.stem.smooth = 5;
      params.stem.ring_length = 1.5;
      params.stem.detail = seed % 2 == 0 ? 1 : 0.25;
      const auto skeleton = seed % 3 == 0 ? wild_tree(seed, 60) : random_tree(seed, 6);
      const AxisNetwork network = trace_axes(skeleton, {});
      const mesh::Soup soup = soup_of(skeleton, params);
      std::set<std::tuple<float, float, float>> points;
      for (const Vec3f& p : soup.positions) points.emplace(p.x, p.y, p.z);
      for (const Axis& axis : network.axes) {
        if (axis.node_count < 2) continue;
        const Vec3f tip(network.nodes_of(axis).back().position);
        CHECK(points.count({tip.x, tip.y, tip.z}) == 1);
      }
    }
  }
}

TEST_CASE("weld: hundreds of twigs at one node are joined to one surface") {
  Sketch sketch;
  const auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.05, 0.05);
  sketch.extend(s, {0, 2, 0}, 0.05, 0.05);
  const Rng rng(3);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Vec3 away{rng.uniform_in(-1, 1, i, 0), rng.uniform_in(-1, 1, i, 1), rng.uniform_in(-1, 1, i, 2)};
    sketch.fork(s, Vec3{0, 1, 0} + away, 0.01, 0.01);
  }
  for (const int sides : {3, 8, 24}) {
    PlantMeshParams params = welded();
    params.stem.sides = sides;
    check_welded(sketch.skeleton(), params, 1);
  }
}

TEST_CASE("weld: two roots give two components") {
  Sketch sketch;
  for (const double x : {0.0, 4.0}) {
    const auto s = sketch.root({x, 0, 0}, {x, 1, 0}, 0.1, 0.1);
    sketch.extend(s, {x, 2, 0}, 0.1, 0.1);
    sketch.fork(s, {x + 1, 1.5, 0}, 0.05, 0.05);
  }
  check_welded(sketch.skeleton(), welded(), 2);
}

TEST_CASE("weld: far from the origin, where single precision is coarse, nothing collapses") {
  for (const double away : {5e3, 1e5}) {  // there, wood of less than 2 cm or 40 cm radius cannot be told apart
    lsystem::Skeleton skeleton = random_tree(3, 6);
    for (auto& s : skeleton.segments) s.start += Vec3{away, 0, 0}, s.end += Vec3{away, 0, 0};
    const Health health = health_of(soup_of(skeleton, welded()));
    REQUIRE(health.ok);
    CHECK(health.analysis.closed());
    CHECK(health.analysis.degenerate_faces == 0);
    if (away < 1e4) CHECK(health.analysis.components.size() == 1);
  }
}

TEST_CASE("weld: the two surfaces meet without a crease") {
  // At the outline and at the foot of each hole the shading normals on both sides are one: vertices are shared. The
  // faces around the joint must follow them.
  for (const double degrees : {35.0, 60.0, 90.0}) {
    Sketch sketch;
    const auto s = sketch.root({0, 0, 0}, {0, 2, 0}, 0.3, 0.3);
    sketch.extend(s, {0, 4, 0}, 0.3, 0.3);
    const Vec3 along{math::sin_deg(degrees), math::cos_deg(degrees), 0};
    const auto side = sketch.fork(s, Vec3{0, 2, 0} + along, 0.15, 0.15);
    sketch.extend(side, Vec3{0, 2, 0} + 2.0 * along, 0.15, 0.15);
    PlantMeshParams params = welded();
    params.stem.sides = 48;
    params.stem.tip = TipShape::flat;
    const mesh::Soup soup = soup_of(sketch.skeleton(), params);
    double worst = 1;
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      if (soup.face(f).size() > 4) continue;
      const Vec3 normal = normalized_or(face_area(soup, f), {0, 1, 0});
      for (const std::uint32_t v : soup.face(f)) worst = std::min(worst, glm::dot(normal, Vec3(soup.normals[v])));
    }
    CHECK(worst > 0.7);  // 45 degrees, in a fork of 35 degrees that turns by 145 within seven faces
  }
}

TEST_CASE("weld: no triangle spans more than half a turn of the texture") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    PlantMeshParams params = welded();
    params.bark.texture_width = 100;  // u runs from 0 to 1 around every tube
    params.stem.sides = 24;
    params.stem.min_sides = 5;
    params.stem.tip = TipShape::point;
    const mesh::Soup soup = soup_of(random_tree(seed, 5), params);
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      if (soup.face(f).size() > 4) continue;
      double low = 1e9, high = -1e9;
      for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
        const double u = static_cast<double>(soup.uvs[soup.corner_uvs[c]].x);
        low = std::min(low, u), high = std::max(high, u);
      }
      CHECK(high - low <= 0.5);
    }
  }
}

TEST_CASE("collar: the foot has the parent's normals, and tubes stay closed") {
  Sketch sketch;
  const auto s = sketch.root({0, 0, 0}, {0, 2, 0}, 0.3, 0.3);
  sketch.extend(s, {0, 4, 0}, 0.3, 0.3);
  const auto side = sketch.fork(s, {1, 2.6, 0}, 0.1, 0.1);
  sketch.extend(side, {2, 3.2, 0}, 0.1, 0.1);
  PlantMeshParams params;
  params.stem.joint = JointKind::collar;
  params.stem.sides = 64;
  params.stem.tip = TipShape::flat;
  const mesh::Soup soup = soup_of(sketch.skeleton(), params);
  CHECK(is_closed(soup));
  CHECK(volume(soup) > 0);
  int feet = 0;
  for (std::size_t v = 0; v < soup.positions.size(); ++v) {
    const Vec3 p(soup.positions[v]);
    const double from_axis = std::sqrt(p.x * p.x + p.z * p.z);
    if (p.y < 1.9 || p.y > 3.9 || std::abs(from_axis - 0.3) > 5e-4) continue;  // on the parent's surface
    const Vec3 outward{p.x / from_axis, 0, p.z / from_axis};
    CHECK(glm::dot(Vec3(soup.normals[v]), outward) > 0.9995);
    ++feet;
  }
  CHECK(feet >= 30);
}

TEST_CASE("collar: random and wild trees stay closed") {
  for (std::uint64_t seed = 0; seed < 60; seed += weald::test::kSeedStep) {
    PlantMeshParams params;
    params.stem.joint = JointKind::collar;
    params.stem.sides = 3 + static_cast<int>(seed % 30);
    const auto skeleton = seed % 2 == 0 ? random_tree(seed, 5) : wild_tree(seed, 30);
    const Health health = health_of(soup_of(skeleton, params));
    REQUIRE(health.ok);
    CHECK(health.analysis.closed());
    CHECK(health.analysis.degenerate_faces == 0);
  }
}

TEST_CASE("weld: one, two and eight threads give the same bytes") {
  const auto skeleton = random_tree(8, 9);
  mesh::Soup reference;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    const mesh::Soup soup = soup_of(skeleton, welded(), 99);
    if (threads == 1) reference = soup;
    CHECK(soup.positions == reference.positions);
    CHECK(soup.normals == reference.normals);
    CHECK(soup.uvs == reference.uvs);
    CHECK(soup.corners == reference.corners);
    CHECK(soup.corner_uvs == reference.corner_uvs);
    CHECK(soup.face_begin == reference.face_begin);
  }
}

TEST_CASE("detail: coarser levels keep to the silhouette, with fewer triangles") {
  const auto skeleton = random_tree(21, 7);
  for (const JointKind joint : {JointKind::overlap, JointKind::weld}) {
    PlantMeshParams params;
    params.stem.joint = joint;
    params.stem.sides = 24;
    params.flare.amount = 0.5;
    const mesh::Soup full = soup_of(skeleton, params);
    Bounds box;
    for (const Vec3f& p : full.positions) box.add(Vec3(p));
    std::size_t before = full.corners.size();
    for (const double detail : {0.7, 0.4, 0.2}) {
      params.stem.detail = detail;
      const mesh::Soup coarse = soup_of(skeleton, params);
      CHECK(is_closed(coarse));
      CHECK(coarse.corners.size() < before);
      before = coarse.corners.size();
      Bounds own;
      for (const Vec3f& p : coarse.positions) own.add(Vec3(p));
      const double size = glm::length(box.size());
      CHECK(glm::length(own.min - box.min) < 0.02 * size);
      CHECK(glm::length(own.max - box.max) < 0.02 * size);
    }
  }
}

TEST_CASE("detail: branches thinner than a bound have no bark, nor what grows from them") {
  const auto skeleton = random_tree(21, 7);
  for (const JointKind joint : {JointKind::overlap, JointKind::collar, JointKind::weld}) {
    PlantMeshParams params;
    params.stem.joint = joint;
    const std::size_t all = soup_of(skeleton, params).positions.size();
    params.stem.thinnest = 0.03;
    const mesh::Soup thick = soup_of(skeleton, params);
    CHECK(is_closed(thick));
    CHECK(thick.positions.size() < 2 * all / 3);
    params.stem.thinnest = 10;
    CHECK(soup_of(skeleton, params).positions.empty());
  }
}
