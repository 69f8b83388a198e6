#include <catch2/catch.hpp>

#include "methods/mesh/build.h"
#include "stages/scenes/compose.h"
#include "stages/scenes/scatter.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::scene;
using test::triangle;

namespace {

Mat4 shifted(double x) {
  Mat4 m{1.0};
  m[3] = {x, 0, 0, 1};
  return m;
}

}  // namespace

TEST_CASE("scene: meshes and scenes become parts named after their stages, shared where they are the same") {
  const mesh::Mesh rock = triangle(1);
  const mesh::Mesh hill = triangle(5);
  Scene field;
  add_prototype(field, {"rock", std::make_shared<const mesh::Mesh>(rock)});
  field.instances = {instance_at(0, shifted(1)), instance_at(0, shifted(2))};
  schema::Inputs inputs;
  inputs.add("hill", hill);
  inputs.add("north", field);
  inputs.add("south", field);
  ComposeParams params;
  for (const char* name : {"hill", "north", "south"}) {
    params.parts.emplace_back();
    params.parts.back().stage = name;
  }
  const Scene scene = Compose::run(params, inputs, RunContext{});
  REQUIRE(scene.prototypes.size() == 2);
  CHECK(scene.prototypes[0].name == "hill");
  CHECK(scene.prototypes[1].name == "rock");
  CHECK(scene.prototypes[1].mesh == field.prototypes[0].mesh);
  REQUIRE(scene.instances.size() == 5);
  CHECK(world_from_prototype(scene.instances[0]) == Mat4{1.0});
  CHECK(scene.prototype_index(scene.instances[4]) == 1);
}

TEST_CASE("scene: prototypes of one name but another size stay apart") {
  mesh::Soup pair;
  pair.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  pair.add_face(std::array<std::uint32_t, 4>{0, 1, 3, 2});
  Scene one;
  add_part(one, "rock", std::make_shared<const mesh::Mesh>(triangle(1)));
  Scene two;
  add_part(two, "rock", std::make_shared<const mesh::Mesh>(mesh::build_checked(std::move(pair))));
  add_part(one, two);
  CHECK(one.prototypes.size() == 2);
}

TEST_CASE("bounds: of transformed instances, empty for an empty scene") {
  CHECK(bounds(Scene{}).empty());
  Scene scene;
  add_part(scene, "a", std::make_shared<const mesh::Mesh>(triangle(2)));
  scene.instances.push_back(instance_at(0, shifted(10)));
  Mat4 turned{1.0};  // a quarter turn about y: x goes to -z
  turned[0] = {0, 0, -1, 0};
  turned[2] = {1, 0, 0, 0};
  scene.instances.push_back(instance_at(0, turned));
  const Bounds box = bounds(scene);
  CHECK(box.min == Vec3(0, 0, -2));
  CHECK(box.max == Vec3(12, 2, 0));
}

TEST_CASE("scene: chains of one finest mesh but other levels stay apart") {
  const auto fine = std::make_shared<const mesh::Mesh>(triangle(1)),
             low = std::make_shared<const mesh::Mesh>(triangle(2)),
             lower = std::make_shared<const mesh::Mesh>(triangle(3));
  Scene all, one, other, same;
  add_prototype(one, {"tree", fine, 0.5, {{low, 0.1}}});
  add_prototype(other, {"tree", fine, 0.5, {{lower, 0.1}}});
  add_prototype(same, {"tree", std::make_shared<const mesh::Mesh>(triangle(1)), 0.5, {{low, 0.1}}});
  for (Scene* scene : {&one, &other, &same}) {
    scene->instances = {instance_at(0, Mat4{1.0})};
    add_part(all, *scene);
  }
  REQUIRE(all.prototypes.size() == 2);
  CHECK(all.prototype_index(all.instances[1]) == 1);
  CHECK(all.prototype_index(all.instances[2]) == 0);
}

TEST_CASE("scene: prototypes of one name and size that wear other colours stay apart") {
  mesh::Mesh red = triangle(1), green = triangle(1);
  red.materials[0].colour = {1, 0, 0};
  green.materials[0].colour = {0, 1, 0};
  Scene all;
  for (const mesh::Mesh& leaf : {red, green}) {
    Scene crown;
    add_part(crown, "leaves", std::make_shared<const mesh::Mesh>(leaf));
    add_part(all, crown);
  }
  CHECK(all.prototypes.size() == 2);
}
