#include "support/catch.h"

#include <algorithm>
#include <limits>

#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/plant_lods.h"
#include "unit/stages/plants/skin/silhouettes.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

/// A trunk of twelve metres that leans by 4 degrees more after each, with `fronds` at its top.
lsystem::Skeleton leaning_trunk(int fronds) {
  Sketch sketch;
  Vec3 at{0, 1, 0};
  std::uint32_t segment = sketch.root({0, 0, 0}, at, 0.2, 0.19);
  for (int i = 1; i < 12; ++i) {
    at += Vec3{math::sin_deg(4.0 * i), math::cos_deg(4.0 * i), 0};
    segment = sketch.extend(segment, at, 0.19 - 0.005 * i, 0.185 - 0.005 * i);
  }
  for (int i = 0; i < fronds; ++i) {
    const double turn = 137.5 * i;
    const Vec3 out{math::cos_deg(turn), 0.1 * i - 0.5, math::sin_deg(turn)};
    const std::uint32_t frond = sketch.fork(segment, at + out, 0.03, 0.02);
    sketch.extend(frond, at + 2.0 * out + Vec3{0, -0.3, 0}, 0.02, 0.01);
  }
  return sketch.skeleton();
}

PlantLodsParams bare() {
  PlantLodsParams params;
  params.leaves.spacing.reset();
  return params;
}

double all_triangles_of(const mesh::Mesh& mesh) {
  const mesh::Soup soup = mesh::to_soup(mesh);
  return static_cast<double>(soup.corners.size() - 2 * std::size_t{soup.face_count()});
}

/// Distance from a point to the line through the middles of a tube's rings.
double distance_to_line(const Vec3& point, const Stem& stem) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < stem.rings.size(); ++i) {
    const Vec3 a = stem.rings[i].centre, along = stem.rings[i + 1].centre - a;
    const double t = std::clamp(glm::dot(point - a, along) / glm::dot(along, along), 0.0, 1.0);
    nearest = std::min(nearest, glm::distance(point, a + along * t));
  }
  return nearest;
}

BarkPlan coarse_bark(const AxisNetwork& network, double line) {
  StemParams stem;
  stem.detail = 0.1;
  stem.line = line;
  return plan_bark(network, stem, {}, {});
}

}  // namespace

TEST_CASE("plant_lods: a trunk keeps its line by itself, however far the silhouette may move") {
  PlantLodsParams params = bare();
  params.silhouette = 0.5;
  params.lod2 = 0.02;
  params.bark_silhouette = 1;
  const auto farthest_off = [&] {
    RunContext context;
    const auto meshes = plant_lods(leaning_trunk(0), params, {}, context).meshes;
    return distance_between(meshes[0], meshes[2]) / longest_side(meshes[0]);
  };
  CHECK(farthest_off() > 0.04);  // else the case says nothing
  params.bark_silhouette = 0.005;
  CHECK(farthest_off() < 0.02);  // a tube of few sides is thinner than a round one
}

TEST_CASE("bark: coarse tubes stay as near to their curves as they are asked to, thin ones less so") {
  const AxisNetwork network = trace_axes(leaning_trunk(12), {});
  StemParams fine;
  fine.joint = JointKind::overlap;
  fine.collar = 0;
  for (const double line : {0.01, 0.04}) {
    StemParams coarse = fine;
    coarse.detail = 0.1;
    coarse.line = line;
    for (const Axis& axis : network.axes) {
      const Stem near = sample_stem(network, axis, coarsened(coarse), {}), whole = sample_stem(network, axis, fine, {});
      const double most = line_for(network.nodes_of(axis)[0].radius, network.thickest, coarse);
      for (const Ring& ring : whole.rings) CHECK(distance_to_line(ring.centre, near) <= most + 1e-9);
    }
  }
}

TEST_CASE("bark: branches grow from where a coarse tube is, not from where its curve was") {
  const AxisNetwork network = trace_axes(random_tree(4, 8), {});
  const auto farthest_foot = [&](const BarkPlan& bark, bool of_curve) {
    double farthest = 0;
    for (std::size_t i = 0; i < network.axes.size(); ++i) {
      const auto& joint = network.axes[i].joint;
      if (!joint) continue;
      const Vec3 foot = of_curve ? network.nodes_of(network.axes[i])[0].position : bark.tubes[i].stem.rings[0].centre;
      farthest = std::max(farthest, distance_to_line(foot, bark.tubes[joint->axis].stem) / joint->radius);
    }
    return farthest;
  };
  const BarkPlan bark = coarse_bark(network, 0.04);
  CHECK(farthest_foot(bark, true) > 1);  // else the case says nothing
  CHECK(farthest_foot(bark, false) <= 0.5);
}

TEST_CASE("plant_lods: budgets of bare wood are filled wherever it has more detail", "[statistics]") {
  PlantLodsParams params = bare();
  params.stem.joint = JointKind::weld;
  params.silhouette = 0.06;
  const auto skeleton = random_tree(4, 7);
  RunContext context;
  const double all = all_triangles_of(plant_lods(skeleton, params, {}, context).meshes[0]);
  int met = 0;
  for (double share = 0.1; share < 1; share += 0.05) {
    params.triangles = static_cast<int>(share * all);
    bool is_met = true;
    context.on_warning = [&](const std::string&, std::string_view key) { is_met = is_met && key != "triangles"; };
    const double count = all_triangles_of(plant_mesh(skeleton, params, context));
    INFO(*params.triangles << " of " << all << " -> " << count);
    if (!is_met) continue;
    ++met;
    CHECK(count <= *params.triangles);
    CHECK(count >= 0.95 * *params.triangles);
  }
  CHECK(met >= 10);
}
