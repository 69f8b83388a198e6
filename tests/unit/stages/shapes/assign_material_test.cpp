// The stage `material`.

#include "support/catch.h"

#include "base/error.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "stages/shapes/assign_material.h"
#include "stages/shapes/merge.h"
#include "stages/shapes/shapes.h"

using namespace weald;
using namespace weald::mesh;
using Catch::Contains;

namespace {

std::shared_ptr<const Image> dot() { return std::make_shared<const Image>(Image{Grid<Rgba8>(1, 1, {10, 20, 30, 40})}); }

Mesh grid() { return make_shape({.shape = Shape::grid, .material = "felt"}); }

/// Two groups, "one" and "two", of one material.
Mesh two_groups() {
  Mesh mesh = grid();
  mesh.groups = {{"one", 0}, {"two", 0}};
  mesh.face_groups.assign(mesh.face_count(), 1);
  return mesh;
}

}  // namespace

TEST_CASE("material: what is not given stays") {
  const Mesh before = grid();
  const Mesh same = with_material(before, {}, {});
  CHECK(same.materials == before.materials);
  CHECK(same.positions == before.positions);
  AssignMaterialParams params;
  params.two_sided = true;
  const Mesh leaf = with_material(before, params, {});
  CHECK(leaf.materials[0].two_sided);
  CHECK(leaf.materials[0].colour == before.materials[0].colour);
}

TEST_CASE("material: one group of two gets a material of its own") {
  AssignMaterialParams params;
  params.group = "two";
  params.colour = Vec3{1, 0, 0};
  const Mesh mesh = with_material(two_groups(), params, {});
  REQUIRE(mesh.materials.size() == 2);
  CHECK(mesh.groups[0].material == 0);
  CHECK(mesh.groups[1].material == 1);
  CHECK(mesh.materials[0].name == "felt");
  CHECK(mesh.materials[1].name == "felt.2");
  CHECK(mesh.materials[1].colour == Vec3f{1, 0, 0});

  params.group = "three";
  CHECK_THROWS_WITH(with_material(two_groups(), params, {}), Contains("'one', 'two'"));
}

TEST_CASE("material: a group that no mesh of a scene has is refused with each name once, and not with very many") {
  AssignMaterialParams params;
  params.group = "three";
  const auto of = [](Mesh mesh) { return std::make_shared<const Mesh>(std::move(mesh)); };
  scene::Scene scene;
  scene::add_prototype(scene, {"near", of(two_groups())});
  scene.prototypes[0].lighter = {{of(two_groups()), 0.1}, {of(two_groups()), 0.05}};
  Mesh other = two_groups();
  other.groups.push_back({"four", 0});
  scene::add_prototype(scene, {"other", of(other)});
  CHECK_THROWS_WITH(with_material(scene, params, {}),
                    "there is no group called 'three': the meshes have 'one', 'two', 'four'");
  for (int i = 5; i < 100; ++i) other.groups.push_back({std::to_string(i), 0});
  scene::add_prototype(scene, {"many", of(other)});
  CHECK_THROWS_WITH(
      with_material(scene, params, {}),
      "there is no group called 'three': the meshes have 'one', 'two', 'four', '5', '6', '7', '8', '9', ...");
}

TEST_CASE("material: a texture makes the colour white, and its pixels count") {
  AssignMaterialParams params;
  params.cutout = 0.25;
  const Mesh a = with_material(grid(), params, {dot(), nullptr}), b = with_material(grid(), params, {dot(), nullptr});
  REQUIRE(a.materials[0].texture);
  CHECK(a.materials[0].colour == Vec3f{1});
  CHECK(a.materials[0].texture->cutout == 0.25f);
  CHECK(a.materials == b.materials);
  const Mesh other = with_material(
      grid(), params, {std::make_shared<const Image>(Image{Grid<Rgba8>(1, 1, {10, 20, 30, 41})}), nullptr});
  CHECK_FALSE(other.materials == a.materials);
  const std::vector<const Mesh*> parts{&a, &b, &other};
  const Soup merged = mesh::merged(parts);
  CHECK(merged.materials.size() == 2);
}

TEST_CASE("material: a texture needs texture coordinates") {
  Mesh mesh = grid();
  mesh.uvs = {};
  CHECK_THROWS_WITH(with_material(mesh, {}, {dot(), nullptr}), Contains("texture coordinates"));
  CHECK_THROWS_AS(with_material(grid(), {}, {std::make_shared<const Image>(), nullptr}), StageError);
}

TEST_CASE("material: normals are laid over the surface beside the texture, and stay where they are not given") {
  AssignMaterialParams params;
  params.translucency = 0.6;
  const Mesh mapped = with_material(grid(), params, {nullptr, dot()});
  REQUIRE(mapped.materials[0].normals);
  CHECK_FALSE(mapped.materials[0].texture);
  CHECK(mapped.materials[0].normals->image->pixels.at(0, 0) == Rgba8{10, 20, 30, 40});
  CHECK(mapped.materials[0].translucency == 0.6f);
  CHECK(mapped.materials[0].colour == grid().materials[0].colour);
  const Mesh textured = with_material(mapped, {}, {dot(), nullptr});
  CHECK(textured.materials[0].normals == mapped.materials[0].normals);
  CHECK(textured.materials[0].translucency == 0.6f);
  Mesh bare = grid();
  bare.uvs = {};
  CHECK_THROWS_WITH(with_material(bare, {}, {nullptr, dot()}), Contains("texture coordinates"));
}

TEST_CASE("material: metal, light of its own, opacity and places in textures are set where they are given") {
  AssignMaterialParams params;
  params.metallic = 0.5;
  params.emission = Vec3{1, 0.5, 0};
  params.emission_strength = 4;
  params.opacity = 0.25;
  params.uv_scale = Vec2{2, 3};
  params.uv_offset = Vec2{0.5, 0.25};
  const Material material = with_material(grid(), params, {}).materials[0];
  CHECK(material.metallic == 0.5f);
  CHECK(material.emission == Vec3f{1, 0.5f, 0});
  CHECK(material.emission_strength == 4.0f);
  CHECK(material.opacity == 0.25f);
  CHECK(material.uv_scale == Vec2f{2, 3});
  CHECK(material.uv_offset == Vec2f{0.5f, 0.25f});
  CHECK(with_material(with_material(grid(), params, {}), {}, {}).materials[0] == material);
}

TEST_CASE("material: a packed picture makes its factors 1, and one of light makes the light white") {
  AssignMaterialParams params;
  params.occlusion.stage = params.metallic_roughness.stage = "packed";
  const MaterialPictures pictures{.occlusion = dot(), .metallic_roughness = dot(), .emission = dot()};
  Material material = with_material(grid(), params, pictures).materials[0];
  CHECK(material.metallic == 1.0f);
  CHECK(material.roughness == 1.0f);
  CHECK(material.emission == Vec3f{1});
  CHECK(textures_of(material).size() == 3);
  params.roughness = 0.5;
  params.emission = Vec3{0, 1, 0};
  material = with_material(grid(), params, pictures).materials[0];
  CHECK(material.roughness == 0.5f);
  CHECK(material.emission == Vec3f{0, 1, 0});
  Mesh bare = grid();
  bare.uvs = {};
  CHECK_THROWS_WITH(with_material(bare, params, {.occlusion = dot()}), Contains("texture coordinates"));
}
