#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/surface_tree.h"
#include "methods/mesh/triangulate.h"
#include "stages/plants/skin/detail/leaf_shape.h"
#include "stages/plants/skin/detail/leaf_thinning.h"
#include "stages/plants/skin/plant_lods.h"
#include "support/sanitized.h"
#include "unit/stages/plants/skin/silhouettes.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

PlantLodsParams leafy_lods(LeafShape shape = LeafShape::oval) {
  PlantLodsParams params;
  params.leaves.spacing = 0.02;
  params.leaves.shape = shape;
  params.flare.amount = 0.4;
  return params;
}

std::vector<mesh::Mesh> lods_of(const lsystem::Skeleton& skeleton, const PlantLodsParams& params) {
  RunContext context;
  context.seed = 5;
  return plant_lods(skeleton, params, {}, context).meshes;
}

double triangles_of(const mesh::Mesh& mesh) {
  const mesh::Soup soup = mesh::to_soup(mesh);
  return static_cast<double>(soup.corners.size() - 2 * std::size_t{soup.face_count()});
}

/// A pole with `count` long twigs, each with a leaf at its tip only: whatever goes leaves a gap.
lsystem::Skeleton pole_with_twigs(int count, double twig) {
  Sketch sketch;
  std::uint32_t at = sketch.root({0, 0, 0}, {0, 0.5, 0}, 0.1, 0.1);
  for (int i = 0; i < count; ++i) {
    const double y = 0.5 + 0.5 * i, turn = 137.5 * i;
    const Vec3 out{math::cos_deg(turn), 0.2, math::sin_deg(turn)};
    sketch.fork(at, Vec3{0, y, 0} + out * twig, 0.03, 0.01);
    at = sketch.extend(at, {0, y + 0.5, 0}, 0.1, 0.09);
  }
  return sketch.skeleton();
}

/// Turtle polygons, far from each other.
lsystem::Skeleton petals_in_the_air(int count) {
  lsystem::Skeleton skeleton;
  for (int i = 0; i < count; ++i) {
    const Vec3 at{0.3 * i, math::sin_deg(40.0 * i), math::cos_deg(70.0 * i)};
    skeleton.polygons.push_back({{at, at + Vec3{0.2, 0, 0}, at + Vec3{0, 0.2, 0.1}}});
  }
  return skeleton;
}

}  // namespace

TEST_CASE("plant_lods: each level has its share of the triangles, whatever the plant") {
  // With sanitizers half of the branches, each of which is covered as the others are.
  const auto skeleton = random_tree(4, weald::test::kSanitized ? 6 : 7);
  for (const LeafShape shape : {LeafShape::rhombus, LeafShape::oval, LeafShape::lobed, LeafShape::needles,
                                LeafShape::card, LeafShape::folded_card, LeafShape::crossed}) {
    const auto meshes = lods_of(skeleton, leafy_lods(shape));
    REQUIRE(meshes.size() == 3);
    CHECK(triangles_of(meshes[1]) / triangles_of(meshes[0]) == Approx(0.4).margin(0.4 * 0.03));
    CHECK(triangles_of(meshes[2]) / triangles_of(meshes[0]) == Approx(0.2).margin(0.2 * 0.03));
    for (const mesh::Mesh& mesh : meshes) CHECK(mesh::check(mesh).ok());
  }
  PlantLodsParams bare = leafy_lods();
  bare.leaves.spacing.reset();
  bare.silhouette = 0.06;
  const auto meshes = lods_of(skeleton, bare);  // all of its twigs have to stay: their sides fall by whole numbers
  for (const auto& [level, share] : {std::pair{1, 0.4}, std::pair{2, 0.2}}) {
    const double found = triangles_of(meshes[static_cast<std::size_t>(level)]) / triangles_of(meshes[0]);
    CHECK(found <= share * 1.001);
    CHECK(found >= share * 0.85);
  }
}

TEST_CASE("plant_lods: the first level is plant_mesh's, the others keep leaves of it at their feet") {
  const auto skeleton = random_tree(4, 7);
  const PlantLodsParams params = leafy_lods(LeafShape::rhombus);
  const auto meshes = lods_of(skeleton, params);
  RunContext context;
  context.seed = 5;
  CHECK(meshes[0].positions == plant_mesh(skeleton, params, context).positions);
  const auto feet = [](const mesh::Mesh& mesh) {
    const mesh::Soup soup = mesh::to_soup(mesh);
    std::vector<Vec3> result;
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      if (soup.groups[soup.face_groups[f]].name == "leaves") result.emplace_back(soup.positions[soup.face(f)[0]]);
    }
    return result;
  };
  const auto all = feet(meshes[0]), some = feet(meshes[1]), few = feet(meshes[2]);
  CHECK(few.size() < some.size());
  // They stand on tubes that are coarser by some millimetres; those of twigs that went, at their joints.
  const auto near = [&](const std::vector<Vec3>& lighter) {
    const auto count = std::count_if(lighter.begin(), lighter.end(), [&](const Vec3& foot) {
      return std::any_of(all.begin(), all.end(), [&](const Vec3& one) { return glm::distance(one, foot) < 0.01; });
    });
    return static_cast<double>(count) / static_cast<double>(lighter.size());
  };
  CHECK(near(some) > 0.75);
  CHECK(near(few) > 0.4);
}

TEST_CASE("plant_lods: the hero is the mesh of all triangles, whatever the budget, and is made where it is wanted") {
  const auto skeleton = random_tree(4, 5);
  PlantLodsParams params = leafy_lods(LeafShape::rhombus);
  RunContext context;
  context.seed = 5;
  const mesh::Mesh all = plant_mesh(skeleton, params, context);
  const auto without_budget = plant_lods(skeleton, params, {}, context);
  REQUIRE(without_budget.hero);
  CHECK(without_budget.hero->positions == all.positions);
  params.triangles = 300;
  params.silhouette = 0.2;
  const auto with_budget = plant_lods(skeleton, params, {}, context);
  REQUIRE(with_budget.hero);
  CHECK(with_budget.hero->positions == all.positions);
  CHECK(triangles_of(with_budget.meshes[0]) <= 300);
  const schema::WantedParts others{{{"lod1", "lod2"}}};
  CHECK(!plant_lods(skeleton, params, {}, context, others).hero);
}

TEST_CASE("plant_lods: the silhouette stays where it is") {
  const auto meshes = lods_of(random_tree(11, 8), leafy_lods());
  const std::vector<Side> sides{{0, 0}, {70, 0}};
  const Difference first = difference(meshes[0], meshes[1], sides), second = difference(meshes[0], meshes[2], sides);
  INFO("overlap " << first.overlap << ", " << second.overlap << "; farthest " << first.farthest << ", "
                  << second.farthest);
  CHECK(first.overlap > 0.75);
  CHECK(second.overlap > 0.55);
  CHECK(first.farthest < 0.02 * kPixels);
  CHECK(second.farthest < 0.03 * kPixels);
}

TEST_CASE("plant_lods: no level is farther from the full mesh than 'silhouette' says, where it would be without",
          "[statistics]") {
  PlantLodsParams bare;
  bare.leaves.spacing.reset();
  PlantLodsParams large = leafy_lods(LeafShape::card);
  large.leaves.spacing = 0.3;
  large.leaves.size = 1;
  const auto hedge = random_tree(9, 5);
  const auto pole = pole_with_twigs(40, 2.5);
  const auto petals = petals_in_the_air(60);
  struct Case {
    const char* name;
    const lsystem::Skeleton& skeleton;
    PlantLodsParams params;
  };
  for (const Case& test : {Case{"petals", petals, bare}, Case{"bare", pole, bare}, Case{"large cards", hedge, large}}) {
    INFO(test.name);
    PlantLodsParams params = test.params;
    params.lod2 = 0.02;
    params.silhouette = 1;
    const auto loose = lods_of(test.skeleton, params);
    const double size = longest_side(loose[0]);
    params.silhouette = 0.03;
    CHECK(distance_between(loose[0], loose[2]) > 0.03 * size);  // else the case says nothing
    const auto held = lods_of(test.skeleton, params);
    for (int level = 1; level <= 2; ++level)
      CHECK(distance_between(held[0], held[static_cast<std::size_t>(level)]) <= 0.03 * size * (1 + 1e-6));
    // What holds in space holds in every view; pixels round by one each.
    const std::vector<Side> sides{{20, 0}, {110, 35}, {250, -50}, {0, 90}};
    const double allowed = 0.03 * size * pixels_per_metre(mesh::bounds(held[0])) + 2;
    CHECK(difference(held[0], held[2], sides).farthest <= allowed);
  }
}

TEST_CASE("plant_lods: more triangles than asked for come with a warning that says how many") {
  PlantLodsParams params;
  params.leaves.spacing.reset();
  params.silhouette = 0.03;
  RunContext context;
  std::vector<std::string> warnings, keys;
  context.on_warning = [&](const std::string& text, std::string_view key) {
    warnings.push_back(text);
    keys.emplace_back(key);
  };
  const auto meshes = plant_lods(petals_in_the_air(60), params, {}, context).meshes;
  REQUIRE(keys == std::vector<std::string>{"lod1", "lod2"});
  const auto count = std::to_string(static_cast<int>(triangles_of(meshes[2])));
  CHECK(triangles_of(meshes[2]) > 0.2 * triangles_of(meshes[0]));
  CHECK(warnings[1].find("part 'lod2' has " + count + " triangles") == 0);
  CHECK(warnings[1].find("silhouette") != std::string::npos);
}

TEST_CASE("plant_lods: a smaller budget or share never gives more triangles, and what can be kept is nearly filled",
          "[statistics]") {
  PlantLodsParams leafy = leafy_lods(LeafShape::folded_card), bare = leafy_lods();
  leafy.stem.joint = JointKind::weld;
  leafy.leaves.spacing = 0.08;
  bare.leaves.spacing.reset();
  const auto skeleton = random_tree(3, 5);
  const auto petals = petals_in_the_air(300);
  struct Case {
    const char* name;
    const lsystem::Skeleton& skeleton;
    PlantLodsParams params;
    double close;  // share of the budget that may be left
  };
  for (Case& test : std::vector{Case{"leafy", skeleton, leafy, 0.02}, Case{"bare", skeleton, bare, 0.05},
                                Case{"petals", petals, bare, 0.05}}) {
    INFO(test.name);
    double before = 0;
    bool met_before = false;
    for (const int budget : {1, 20, 40, 60, 90, 130, 200, 300, 301, 450, 700, 1000, 1500, 2200, 5000, 10'000'000}) {
      test.params.triangles = budget;
      test.params.silhouette = 0.08;
      RunContext context;
      context.seed = 5;
      int warnings = 0;
      context.on_warning = [&](const std::string&, std::string_view key) { warnings += key == "triangles" ? 1 : 0; };
      const mesh::Mesh mesh = plant_mesh(test.skeleton, test.params, context);
      const double count = triangles_of(mesh);
      INFO(budget << " -> " << count << " after " << before);
      CHECK(count >= before);
      CHECK((count <= budget) == (warnings == 0));
      CHECK((warnings == 0 || !met_before));
      met_before = met_before || warnings == 0;
      before = count;
    }
    test.params.triangles.reset();
    const double all = triangles_of(lods_of(test.skeleton, test.params)[0]);
    CHECK(before == all);
    test.params.silhouette = 0.3;
    for (const double share : {0.9, 0.5, 0.3}) {
      test.params.triangles = static_cast<int>(share * all);
      const double count = triangles_of(lods_of(test.skeleton, test.params)[0]);
      INFO(*test.params.triangles << " -> " << count << " of " << all);
      CHECK(count <= *test.params.triangles);
      CHECK(count >= (1 - test.close) * *test.params.triangles);
    }
  }
}

TEST_CASE(
    "plant_lods: levels of one percent are had where the silhouette leaves them, and none is larger than a finer") {
  PlantLodsParams params = leafy_lods(LeafShape::card);
  params.lod1 = 0.02;
  params.lod2 = 0.01;
  params.silhouette = 1;
  const auto meshes = lods_of(random_tree(4, 8), params);
  CHECK(triangles_of(meshes[2]) <= std::floor(0.01 * triangles_of(meshes[0]) + 0.5));
  params.lod1_triangles = 200;
  params.lod2_triangles.reset();
  params.lod2 = 0.5;
  const auto crossed = lods_of(random_tree(4, 8), params);
  CHECK(triangles_of(crossed[1]) <= 200);
  CHECK(triangles_of(crossed[2]) <= triangles_of(crossed[1]));
}

TEST_CASE("plant_lods: the estimate knows the budget of each level, and bounds what is made within it") {
  PlantLodsParams params = leafy_lods(LeafShape::folded_card);
  CHECK(!PlantLods::estimate(params, {}).surface.faces.most);
  params.triangles = 2000;
  params.lod1_triangles = 900;
  params.lod2 = 0.25;
  params.silhouette = 0.3;
  const Estimate estimate = PlantLods::estimate(params, {});
  CHECK(estimate.surface.faces.most == 2000);
  REQUIRE(estimate.parts.size() == 2);
  CHECK(estimate.parts[0].second.surface.faces.most == 900);
  CHECK(estimate.parts[1].second.surface.faces.most == 500);
  const auto meshes = lods_of(random_tree(4, 7), params);
  CHECK(static_cast<double>(meshes[0].positions.size()) <= *estimate.surface.vertices.most);
  CHECK(static_cast<double>(meshes[1].positions.size()) <= *estimate.parts[0].second.surface.vertices.most);
  CHECK(static_cast<double>(meshes[2].positions.size()) <= *estimate.parts[1].second.surface.vertices.most);
}

TEST_CASE("plant_lods: leaves stay on the bark that a level has") {
  // Every leaf has its foot first; bark is near it: it may stand in the middle of the trunk, 0.2 m thick.
  PlantLodsParams params = leafy_lods(LeafShape::rhombus);
  params.silhouette = 0.2;
  params.lod1 = 0.3;
  params.lod2 = 0.1;
  const auto meshes = lods_of(random_tree(4, 5), params);
  for (const mesh::Mesh& mesh : meshes) {
    mesh::Soup bark = mesh::triangulate(mesh::to_soup(mesh)), leaves = bark;
    const auto only = [](mesh::Soup& soup, bool is_bark) {
      mesh::Soup kept;
      kept.positions = soup.positions;
      for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
        if ((soup.groups[soup.face_groups[f]].name == "bark") != is_bark) continue;
        for (const std::uint32_t corner : soup.face(f)) kept.corners.push_back(corner);
        kept.face_begin.push_back(static_cast<std::uint32_t>(kept.corners.size()));
      }
      soup = kept;
    };
    only(bark, true);
    only(leaves, false);
    REQUIRE(leaves.face_count() > 0);
    const mesh::SurfaceTree tree(bark);
    std::uint32_t hint = 0;
    double farthest = 0;
    for (std::uint32_t f = 0; f < leaves.face_count(); ++f) {
      double nearest = 1e300;  // of the triangle's corner that is nearest to bark
      for (const std::uint32_t corner : leaves.face(f))
        nearest = std::min(nearest, tree.distance(Vec3(leaves.positions[corner]), hint));
      farthest = std::max(farthest, nearest);
    }
    CHECK(farthest < 0.1);
  }
}

TEST_CASE("plant_lods: leaves take more of a budget than bark, and so a lighter crown is not bare") {
  PlantLodsParams params = leafy_lods(LeafShape::folded_card);
  params.silhouette = 0.3;
  const auto meshes = lods_of(random_tree(4, 7), params);
  const auto share_of_leaves = [](const mesh::Mesh& mesh) {
    const mesh::Soup soup = mesh::triangulate(mesh::to_soup(mesh));
    const auto count = std::count_if(soup.face_groups.begin(), soup.face_groups.end(),
                                     [&](std::uint16_t group) { return soup.groups[group].name == "leaves"; });
    return static_cast<double>(count) / soup.face_count();
  };
  INFO(share_of_leaves(meshes[0]) << ", " << share_of_leaves(meshes[1]) << ", " << share_of_leaves(meshes[2]));
  CHECK(share_of_leaves(meshes[1]) > share_of_leaves(meshes[0]));
  CHECK(share_of_leaves(meshes[2]) > share_of_leaves(meshes[1]));
}

TEST_CASE("plant_lods: among leaves that all lie within each other the search for a lighter mesh is abandoned",
          "[statistics]") {
  PlantLodsParams params = leafy_lods(LeafShape::rhombus);
  params.leaves.size = 100;
  params.silhouette = 0.004;
  RunContext context;
  std::vector<std::string> warnings;
  context.on_warning = [&](const std::string& text, std::string_view) { warnings.push_back(text); };
  const auto meshes = plant_lods(random_tree(4, 5), params, {}, context).meshes;
  REQUIRE(warnings.size() == 2);
  for (const std::string& warning : warnings) CHECK(warning.find("abandoned") != std::string::npos);
  CHECK(meshes[2].positions == meshes[0].positions);
}

TEST_CASE("thinning: leaves grow to cover what is gone, to at most four times their length") {
  std::vector<LeafPlace> leaves(1000);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    leaves[i].length = 0.1;
    leaves[i].number = 1 + i;
  }
  LeafKinds kinds;
  LeafParams params;
  params.shape = LeafShape::card;
  kinds.models.push_back(leaf_model_levels(params).back());
  kinds.kinds.emplace_back();
  const auto order = keeping_order(leaves, Rng(1));
  CHECK(order[0] == 0);  // the tip's
  const ThinnedLeaves half = thin_leaves(leaves, order, kinds, kinds.models, 1000);
  CHECK(half.sources.size() == 500);
  CHECK(half.enlarged == Approx(std::sqrt(2.0)));
  CHECK(thin_leaves(leaves, order, kinds, kinds.models, 200).enlarged == Approx(std::sqrt(10.0)));
  CHECK(thin_leaves(leaves, order, kinds, kinds.models, 100).enlarged == 4);
  for (std::size_t i = 0; i + 1 < half.sources.size(); ++i)
    CHECK(leaves[half.sources[i + 1]].number - leaves[half.sources[i]].number == 2);  // every second one of the twig
}

TEST_CASE("plant_lods: welded bark stays one closed surface at every level") {
  PlantLodsParams params = leafy_lods(LeafShape::rhombus);
  params.stem.joint = JointKind::weld;
  for (const bool leafy : {true, false}) {
    if (!leafy) {
      params.leaves.spacing.reset();
      params.silhouette = 0.1;  // welds to all twigs would take more triangles
    }
    const auto meshes = lods_of(random_tree(6, 7), params);
    for (std::size_t level = 0; level < meshes.size(); ++level) {
      CHECK(is_closed(mesh::to_soup(meshes[level])));
      const double share = level == 0 ? 1 : level == 1 ? 0.4 : 0.2;
      CHECK(triangles_of(meshes[level]) / triangles_of(meshes[0]) == Approx(share).margin(0.03 * share));
    }
  }
}
