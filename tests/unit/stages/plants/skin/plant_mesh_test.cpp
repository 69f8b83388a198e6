#include "support/catch.h"

#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/check.h"
#include "support/sanitized.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

PlantMeshParams leafy() {
  PlantMeshParams params;
  params.leaves.spacing = 0.05;
  params.flare.amount = 0.5;
  return params;
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace

TEST_CASE("plant_mesh: the mesh passes every check, and bark is all that encloses volume") {
  const mesh::Mesh tree = plant_mesh(random_tree(1, 6), leafy(), {});
  CHECK(mesh::check(tree).ok());
  REQUIRE(tree.groups.size() == 2);
  CHECK(tree.groups[0].name == "bark");
  CHECK(tree.groups[1].name == "leaves");
  CHECK(tree.materials[tree.groups[1].material].two_sided);
  CHECK_FALSE(tree.materials[tree.groups[0].material].two_sided);
  CHECK(tree.colours.size() == tree.vertex_count());
}

TEST_CASE("plant_mesh: bark alone is closed 2-manifolds of genus 0, one per axis") {
  const auto skeleton = random_tree(1, 6);
  const mesh::Mesh tree = plant_mesh(skeleton, {}, {});
  CHECK(mesh::check(tree).ok());
  CHECK(mesh::is_closed(tree.topology));
  const mesh::MeshAnalysis analysis = mesh::analyse(tree);
  CHECK(analysis.degenerate_faces == 0);
  CHECK(analysis.isolated_vertices == 0);
  CHECK(analysis.components.size() == 64);  // six doublings, the trunk's own axis included
  for (const mesh::Component& component : analysis.components) CHECK(component.euler() == 2);
  REQUIRE(analysis.volume);
  CHECK(*analysis.volume > 0);
}

TEST_CASE("plant_mesh: one, two and eight threads give the same bytes") {
  const auto skeleton = random_tree(8, 9);
  mesh::Soup reference;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    const mesh::Soup soup = soup_of(skeleton, leafy(), 99);
    if (threads == 1) reference = soup;
    CHECK(same_bytes(soup.positions, reference.positions));
    CHECK(same_bytes(soup.normals, reference.normals));
    CHECK(same_bytes(soup.uvs, reference.uvs));
    CHECK(same_bytes(soup.colours, reference.colours));
    CHECK(soup.corners == reference.corners);
    CHECK(soup.corner_uvs == reference.corner_uvs);
    CHECK(soup.face_begin == reference.face_begin);
  }
}

TEST_CASE("plant_mesh: the seed moves leaves, not bark") {
  const auto skeleton = random_tree(8, 5);
  const mesh::Soup a = soup_of(skeleton, leafy(), 1);
  const mesh::Soup b = soup_of(skeleton, leafy(), 2);
  std::uint32_t bark_vertices = 0;
  for (std::uint32_t f = 0; f < a.face_count(); ++f) {
    if (a.face_groups[f] != 0) break;
    for (const std::uint32_t v : a.face(f)) bark_vertices = std::max(bark_vertices, v + 1);
  }
  bool leaves_differ = false;
  for (std::size_t i = 0; i < std::min(a.positions.size(), b.positions.size()); ++i) {
    const bool same = a.positions[i] == b.positions[i];
    if (i >= bark_vertices) leaves_differ = leaves_differ || !same;
  }
  CHECK(leaves_differ);
  PlantMeshParams plain;
  CHECK(same_bytes(soup_of(skeleton, plain, 1).positions, soup_of(skeleton, plain, 2).positions));
}

TEST_CASE("plant_mesh: too many vertices are refused, not attempted") {
  PlantMeshParams params;
  params.leaves.spacing = 0.001;
  params.leaves.whorl = 16;
  params.leaves.reach = 1e4;
  Sketch sketch;
  sketch.root({0, 0, 0}, {0, 9000, 0}, 0.1, 0.1);
  CHECK_THROWS_AS(soup_of(sketch.skeleton(), params), StageError);

  PlantMeshParams rings;
  rings.stem.ring_length = 0.1;
  rings.stem.sides = 64;
  Sketch thick;
  std::uint32_t s = thick.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  for (int i = 1; i < 3000; ++i) s = thick.extend(s, {0, 1.0 + i, 0}, 0.1, 0.1);
  CHECK_THROWS_AS(soup_of(thick.skeleton(), rings), StageError);
}

TEST_CASE("plant_mesh: a run that is asked to stop stops") {
  const std::atomic<bool> stop{true};
  RunContext context;
  context.stop = &stop;
  CHECK_THROWS_AS(plant_soup(random_tree(1, 5), leafy(), context), Interrupted);
}

TEST_CASE("plant_mesh: the skins of thirty random trees are closed and finite") {
  for (std::uint64_t seed = 100; seed < 130; seed += weald::test::kSeedStep) {
    PlantMeshParams params = leafy();
    params.radius.model = seed % 2 ? RadiusModel::pipe : RadiusModel::turtle;
    params.stem.smooth = static_cast<int>(seed % 7);
    params.stem.sides = 3 + static_cast<int>(seed % 29);
    const mesh::Soup soup = soup_of(random_tree(seed, 5), params, seed);
    CHECK(is_closed(soup));
    CHECK(volume(soup) > 0);
    for (const Vec3f& p : soup.positions) REQUIRE(std::isfinite(p.x + p.y + p.z));
  }
}

TEST_CASE("plant_mesh: a plant of which nothing shows is warned of") {
  const auto warnings_of = [](const lsystem::Skeleton& skeleton, const PlantMeshParams& params) {
    std::vector<std::string> warnings;
    RunContext context;
    context.on_warning = [&](const std::string& text, std::string_view) { warnings.push_back(text); };
    plant_soup(skeleton, params, context);
    return warnings;
  };
  const std::vector<std::string> empty{"the plant has neither wood nor leaves: its mesh is empty"};
  PlantMeshParams thick;
  thick.stem.thinnest = 10;
  CHECK(warnings_of({}, {}) == empty);
  CHECK(warnings_of(random_tree(1, 3), thick) == empty);
  CHECK(warnings_of(random_tree(1, 3), {}).empty());
}
