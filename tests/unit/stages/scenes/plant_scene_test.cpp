#include "support/catch.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "methods/mesh/check.h"
#include "stages/plants/skin/plant_mesh.h"
#include "stages/scenes/plant_scene.h"

using namespace weald;
using namespace weald::scene;

namespace {

/// A stem of ten segments with a side shoot from each.
lsystem::Skeleton shoots() {
  lsystem::Skeleton skeleton;
  std::optional<std::uint32_t> below;
  std::uint32_t branches = 1;
  for (int i = 0; i < 10; ++i) {
    lsystem::SkeletonSegment stem{{0, 0.3 * i, 0}, {0, 0.3 * (i + 1), 0}, 0.05, 0.05, {}, below, 0, 0, 0};
    skeleton.segments.push_back(stem);
    below = static_cast<std::uint32_t>(skeleton.segments.size() - 1);
    const Vec3 out{i % 2 ? 1.0 : -1.0, 0.4, 0.3};
    skeleton.segments.push_back(
        {stem.end, stem.end + out, 0.01, 0.01, {glm::normalize(out), {0, 0, 1}, {0, 1, 0}}, below, branches++, 1, 0});
  }
  return skeleton;
}

PlantSceneParams leafy() {
  PlantSceneParams params;
  params.leaves.spacing = 0.02;
  params.leaves.second_colour = Vec3{0.6, 0.6, 0.1};
  params.leaves.normal_bend = 0;
  return params;
}

RunContext seeded() {
  RunContext context;
  context.seed = 7;
  return context;
}

}  // namespace

TEST_CASE("plant_scene: its copies stand where plant_mesh has leaves, point for point") {
  const PlantSceneParams params = leafy();
  const mesh::Soup soup = plant::plant_soup(shoots(), params, seeded());
  const Scene scene = plant_scene(shoots(), params, {}, seeded());
  REQUIRE(scene.prototypes.size() == 7);
  CHECK(scene.prototypes[0].name == "bark");
  std::multiset<std::array<int, 3>> expected, found;
  const auto key = [](const Vec3& p) {  // tenths of a millimetre, away from the edges of rounding
    return std::array{static_cast<int>(std::floor(p.x * 1e3)), static_cast<int>(std::floor(p.y * 1e3)),
                      static_cast<int>(std::floor(p.z * 1e3))};
  };
  std::size_t vertices = scene.prototypes[0].mesh->positions.size();
  Vec3 sum{0}, sum_found{0};
  for (std::size_t v = vertices; v < soup.positions.size(); ++v) sum += Vec3(soup.positions[v]);
  std::size_t count = 0;
  for (std::size_t i = 1; i < scene.instances.size(); ++i) {
    const auto& positions = scene.prototype_of(scene.instances[i]).mesh->positions;
    for (const Vec3f& p : positions) {
      const Vec4 world = world_from_prototype(scene.instances[i]) * Vec4{Vec3(p), 1};
      sum_found += Vec3(world);
      ++count;
    }
  }
  CHECK(count == soup.positions.size() - vertices);
  CHECK(glm::length(sum - sum_found) / static_cast<double>(count) < 1e-6);
  for (std::size_t v = vertices; v < soup.positions.size(); v += 6) expected.insert(key(Vec3(soup.positions[v])));
  for (std::size_t i = 1; i < scene.instances.size(); ++i) found.insert(key(Vec3(Vec3f(scene.instances[i].position))));
  CHECK(expected == found);  // the feet
}

TEST_CASE("plant_scene: variants share the leaves evenly, from dark to light") {
  PlantSceneParams params = leafy();
  params.variants = 5;
  const Scene scene = plant_scene(shoots(), params, {}, seeded());
  std::map<std::uint32_t, int> uses;
  for (const Instance& instance : scene.instances) ++uses[scene.prototype_index(instance)];
  REQUIRE(uses.size() == 6);
  float before = 0;
  for (std::uint32_t p = 1; p < 6; ++p) {
    CHECK(std::abs(uses[p] - uses[1]) <= 1);
    const auto& mesh = *scene.prototypes[p].mesh;
    CHECK(mesh::check(mesh).ok());
    CHECK(mesh.materials[0].name == "leaf_" + std::to_string(p));
    const Vec3f colour = mesh.materials[0].colour;
    CHECK(colour.x + 2 * colour.y + colour.z > before);
    before = colour.x + 2 * colour.y + colour.z;
  }
}

TEST_CASE("plant_scene: a leaf takes a fraction of the memory that faces take") {
  CHECK(sizeof(Instance) == 64);
  const PlantSceneParams params = leafy();
  const mesh::Mesh mesh = plant::plant_mesh(shoots(), params, seeded());
  const Scene scene = plant_scene(shoots(), params, {}, seeded());
  const auto bytes = [](const mesh::Mesh& m) {
    const auto of = [](const auto& v) { return v.size() * sizeof(v[0]); };
    return of(m.positions) + of(m.uvs.values) + of(m.uvs.index) + of(m.normals.values) + of(m.normals.index) +
           of(m.colours) + of(m.face_groups) + std::size_t{m.topology.halfedge_count()} * 16 +
           std::size_t{m.vertex_count()} * 4 + std::size_t{m.face_count()} * 4;
  };
  const std::size_t leaves = scene.instances.size() - 1;
  const std::size_t per_leaf = (bytes(mesh) - bytes(*scene.prototypes[0].mesh)) / leaves;
  INFO("bytes of a leaf in the mesh: " << per_leaf);
  CHECK(per_leaf > 3 * sizeof(Instance));
}

TEST_CASE("plant_scene: wind stands on the wood alone, and a warning says so") {
  PlantSceneParams params = leafy();
  std::string warnings;
  RunContext context = seeded();
  context.on_warning = [&](const std::string& message, std::string_view key) {
    warnings += message + std::string(key);
  };
  plant_scene(shoots(), params, {}, context);
  CHECK(warnings.empty());
  params.wind = true;
  const Scene scene = plant_scene(shoots(), params, {}, context);
  CHECK(warnings ==
        "the leaves of a plant_scene are copies without wind data: only the wood has them; use plant_mesh for wind "
        "in all partswind");
  CHECK_FALSE(scene.prototypes[0].mesh->wind.empty());
  CHECK(scene.prototypes[1].mesh->wind.empty());
}
