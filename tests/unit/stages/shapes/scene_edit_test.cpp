// transform, merge and mirror of scenes, and mirror of meshes.

#include "support/catch.h"

#include <cmath>
#include <memory>

#include "base/error.h"
#include "data/scene_groups.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/check.h"
#include "stages/shapes/assign_material.h"
#include "stages/shapes/merge.h"
#include "stages/shapes/mirror.h"
#include "stages/shapes/shapes.h"
#include "stages/shapes/transform.h"

using namespace weald;
using namespace weald::mesh;

namespace {

/// A cone, and a copy of it that is mirrored, stretched, turned and moved.
scene::Scene two_cones() {
  scene::Scene scene;
  add_prototype(scene, {"cone", std::make_shared<const Mesh>(make_shape({.shape = Shape::cone, .segments = 7}))});
  const Mat4 other = matrix_of({.scale = {-1, 2, 1}, .rotate = {10, 20, 30}, .translate = {4, 0, 0}});
  scene.instances = {scene::instance_at(0, Mat4{1.0}), scene::instance_at(0, other)};
  return scene;
}

template <class Stage>
auto run_on(const auto& artifact, typename Stage::Params params) {
  schema::Inputs inputs;
  inputs.add("it", artifact);
  params.from.stage = "it";
  return Stage::run(params, inputs, {});
}

Mesh merged_scene(const scene::Scene& scene) {
  schema::Inputs inputs;
  inputs.add("it", scene);
  MergeParams params;
  params.parts.push_back({"it", {}});
  return Merge::run(params, inputs, {});
}

double farthest(const Mesh& a, const Mesh& b) {
  REQUIRE(a.positions.size() == b.positions.size());
  double most = 0;
  for (std::size_t i = 0; i < a.positions.size(); ++i)
    most = std::max(most, glm::length(Vec3{a.positions[i]} - Vec3{b.positions[i]}));
  return most;
}

}  // namespace

TEST_CASE("transform: of a scene keeps its prototypes, and equals the transform of the merged mesh") {
  const scene::Scene scene = two_cones();
  TransformParams params;
  params.scale = {2, 3, -4};
  params.rotate = {50, -60, 70};
  params.translate = {1, 2, 3};
  const auto made = std::get<scene::Scene>(run_on<Transform>(scene, params));
  CHECK(made.prototypes[0].mesh == scene.prototypes[0].mesh);
  const Mesh merged = merged_scene(made);
  CHECK(check(merged).ok());
  CHECK(farthest(merged, std::get<Mesh>(run_on<Transform>(merged_scene(scene), params))) < 1e-5);
  CHECK(analyse(merged).volume.value() == Approx(24 * analyse(merged_scene(scene)).volume.value()).epsilon(1e-5));
}

TEST_CASE("transform: an instance beyond the range of single precision is refused") {
  scene::Scene scene = two_cones();
  scene.instances[0].position.x = 1e38;
  TransformParams params;
  params.scale = {1e6, 1, 1};
  CHECK_THROWS_AS(run_on<Transform>(scene, params), StageError);
}

TEST_CASE("merge: of a scene has the faces of every instance, outside out") {
  const scene::Scene scene = two_cones();
  const Mesh& cone = *scene.prototypes[0].mesh;
  const Mesh merged = merged_scene(scene);
  CHECK(merged.face_count() == 2 * cone.face_count());
  CHECK(merged.vertex_count() == 2 * cone.vertex_count());
  CHECK(merged.materials.size() == 1);
  CHECK(analyse(merged).volume.value() == Approx(3 * analyse(cone).volume.value()).epsilon(1e-5));
}

TEST_CASE("mirror: the reflection is an isometry that leaves its plane where it is") {
  for (const Vec3 normal : {Vec3{1, 0, 0}, Vec3{0, -2, 0}, Vec3{1, 2, 3}, Vec3{1e-200, 0, 1e-200}}) {
    const Mat4 matrix = reflection(normal, 5);
    const Mat3 linear{matrix};
    CHECK(glm::determinant(linear) == Approx(-1));
    for (int i = 0; i < 3; ++i) CHECK(glm::length((linear * linear)[i] - Mat3{1.0}[i]) < 1e-14);
    const double most = std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)});
    const Vec3 n = glm::normalize(normal / most), across = glm::normalize(glm::cross(n, Vec3{0.3, 0.5, 0.7}));
    const Vec3 on = n * 5.0 + across * 3.0;
    CHECK(glm::length(Vec3{matrix * Vec4{on, 1}} - on) < 1e-13);
    CHECK(glm::length(Vec3{matrix * Vec4{on + n * 2.0, 1}} - (on - n * 2.0)) < 1e-13);
  }
  CHECK(Vec3{reflection({1, 0, 0}, 0.1) * Vec4{3, 4, 5, 1}} == Vec3{0.2 - 3, 4, 5});
}

TEST_CASE("mirror: half a box and its image, welded, are a whole one") {
  const Mesh half = make_shape({.shape = Shape::box, .size = {1, 2, 3}, .origin = ShapeOrigin::base});
  MirrorParams params;
  params.offset = 0.5;
  const auto both = std::get<Mesh>(run_on<Mirror>(half, params));
  CHECK(both.face_count() == 12);
  CHECK(analyse(both).volume.value() == Approx(12));
  CHECK(mesh::bounds(both).max.x == 1.5);
  params.keep = false;
  const auto image = std::get<Mesh>(run_on<Mirror>(half, params));
  CHECK(analyse(image).volume.value() == Approx(6));
  CHECK(mesh::bounds(image).min.x == 0.5);
  const Mesh sheet = make_shape({.shape = Shape::grid, .size = {2, 1, 2}});
  params = {};
  params.offset = 1;
  params.weld = 1e-6;
  CHECK(std::get<Mesh>(run_on<Mirror>(sheet, params)).vertex_count() == 6);
}

TEST_CASE("mirror: of a scene mirrors its instances, and refuses to weld") {
  const scene::Scene scene = two_cones();
  MirrorParams params;
  params.normal = {0, 0, 1};
  const auto made = std::get<scene::Scene>(run_on<Mirror>(scene, params));
  CHECK(made.prototypes.size() == 1);
  REQUIRE(made.instances.size() == 4);
  CHECK(world_from_prototype(made.instances[1]) == world_from_prototype(scene.instances[1]));
  for (int k = 0; k < 2; ++k) {
    const Mat4 a = world_from_prototype(scene.instances[static_cast<std::size_t>(k)]),
               b = world_from_prototype(made.instances[static_cast<std::size_t>(k) + 2]);
    for (int c = 0; c < 4; ++c) CHECK(b[c] == Vec4{a[c].x, a[c].y, -a[c].z, a[c].w});
  }
  CHECK(analyse(merged_scene(made)).volume.value() == Approx(2 * analyse(merged_scene(scene)).volume.value()));
  params.weld = 0.1;
  CHECK_THROWS_AS(run_on<Mirror>(scene, params), StageError);
}

TEST_CASE("transform: a scene becomes a group with the transform as its frame, once") {
  const PlacementParams placement{{2, 2, 2}, {0, 30, 0}, {5, 0, 0}};
  TransformParams params;
  static_cast<PlacementParams&>(params) = placement;
  const Mat4 matrix = matrix_of(placement);
  const auto once = std::get<scene::Scene>(run_on<Transform>(two_cones(), params));
  REQUIRE(once.groups.size() == 1);
  CHECK(once.groups[0].end == 2);
  CHECK(once.groups[0].position == Vec3(5, 0, 0));
  CHECK(once.groups[0].axes == Mat3f{matrix});
  const auto twice = std::get<scene::Scene>(run_on<Transform>(once, params));
  REQUIRE(twice.groups.size() == 1);
  CHECK(twice.groups[0].position == Vec3{matrix * matrix[3]});
}

TEST_CASE("mirror: the image of a scene has groups of its own") {
  TransformParams moved;
  moved.translate = {5, 0, 0};
  const auto group = std::get<scene::Scene>(run_on<Transform>(two_cones(), moved));
  MirrorParams params;
  params.normal = {1, 0, 0};
  const auto both = std::get<scene::Scene>(run_on<Mirror>(group, params));
  REQUIRE(both.groups.size() == 2);
  CHECK(scene::groups_are_sound(both));
  CHECK(both.groups[1].begin == 2);
  CHECK(both.groups[1].position == Vec3(-5, 0, 0));
}

TEST_CASE("merge: the tint of a copy multiplies the colours of its vertices") {
  scene::Scene scene = two_cones();
  const auto vertices = scene.prototypes[0].mesh->positions.size();
  scene.varieties.push_back({0, {255, 128, 0}, 0});
  scene.instances[1].variety = 1;
  const Mesh merged = merged_scene(scene);
  REQUIRE(merged.colours.size() == 2 * vertices);
  CHECK(merged.colours.front() == Rgba8{255, 255, 255, 255});
  CHECK(merged.colours.back() == Rgba8{255, 128, 0, 255});
  CHECK(merged_scene(two_cones()).colours.empty());
}

TEST_CASE("material: of a scene changes the meshes with the group, levels included, and keeps what they share") {
  scene::Scene scene = two_cones();
  const auto box = std::make_shared<const Mesh>(make_shape({.shape = Shape::box}));
  scene.prototypes[0].lighter.push_back({box, 0.1});
  add_prototype(scene, {"box", box});
  AssignMaterialParams params;
  params.colour = Vec3{1, 0, 0};
  const auto changed = std::get<scene::Scene>(run_on<AssignMaterial>(scene, params));
  for (const auto& mesh : meshes_of(changed)) CHECK(mesh->materials[0].colour == Vec3f{1, 0, 0});
  CHECK(changed.prototypes[0].lighter[0].mesh == changed.prototypes[1].mesh);
  CHECK(changed.instances.size() == scene.instances.size());
  params.group = scene.prototypes[0].mesh->groups[0].name;
  Mesh other = *box;
  other.groups[0].name = "other";
  scene.prototypes[1].mesh = std::make_shared<const Mesh>(other);
  const auto partly = std::get<scene::Scene>(run_on<AssignMaterial>(scene, params));
  CHECK(partly.prototypes[1].mesh == scene.prototypes[1].mesh);
  CHECK(partly.prototypes[0].mesh->materials[0].colour == Vec3f{1, 0, 0});
  params.group = "wood";
  CHECK_THROWS_WITH(run_on<AssignMaterial>(scene, params),
                    Catch::Contains("there is no group called 'wood': the meshes have '"));
}
