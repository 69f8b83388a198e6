#include "support/catch.h"

#include "data/scene_groups.h"
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

namespace {

/// Two triangles, at x = 1 and x = 2.
Scene pair_of_triangles() {
  Scene scene;
  add_part(scene, "rock", std::make_shared<const mesh::Mesh>(triangle(1)));
  scene.instances = {instance_at(0, shifted(1)), instance_at(0, shifted(2))};
  return scene;
}

std::vector<std::string> names_of_groups(const Scene& scene) {
  std::vector<std::string> names;
  for (const Group& group : scene.groups) names.push_back(scene.group_names[group.name]);
  return names;
}

}  // namespace

TEST_CASE("scene: a scene of several objects becomes a group with the name of its stage, a single object does not") {
  const mesh::Mesh hill = triangle(5);
  const Scene field = pair_of_triangles();
  Scene one;
  add_part(one, "stone", std::make_shared<const mesh::Mesh>(triangle(2)));
  schema::Inputs inputs;
  inputs.add("hill", hill);
  inputs.add("wood/field", field);
  inputs.add("one", one);
  ComposeParams params;
  params.parts = {{"hill", {}}, {"wood/field", {}}, {"one", {}}};
  const Scene scene = Compose::run(params, inputs, RunContext{});
  REQUIRE(names_of_groups(scene) == std::vector<std::string>{"field"});
  CHECK(scene.groups[0].begin == 1);
  CHECK(scene.groups[0].end == 3);
}

TEST_CASE("scene: a group with a transform moves its parts and has the transform as its frame") {
  const mesh::Mesh hill = triangle(5);
  const Scene field = pair_of_triangles();
  schema::Inputs inputs;
  inputs.add("hill", hill);
  inputs.add("field", field);
  ComposeParams params;
  GroupParams& group = params.groups.emplace_back();
  group.name = "yard";
  group.parts = {{"hill", {}}, {"field", {}}};
  group.translate = {10, 0, 0};
  group.rotate = {0, 90, 0};
  const Mat4 frame = mesh::matrix_of(group);
  const Scene scene = Compose::run(params, inputs, RunContext{});
  REQUIRE(names_of_groups(scene) == std::vector<std::string>{"yard", "field"});
  REQUIRE(scene.instances.size() == 3);
  CHECK(world_from_prototype(scene.instances[0]) == frame);
  CHECK(scene.instances[2].position == Vec3(10, 0, -2));
  CHECK(world_from_group(scene.groups[0]) == frame);
  CHECK(world_from_group(scene.groups[1]) == frame);
  CHECK(groups_are_sound(scene));
}

TEST_CASE("scene: the groups of a scene in a scene are within its group") {
  const Scene field = pair_of_triangles();
  schema::Inputs inputs;
  inputs.add("field", field);
  ComposeParams params;
  params.parts = {{"field", {}}, {"field", {}}};
  const Scene both = Compose::run(params, inputs, RunContext{});
  schema::Inputs of_outer;
  of_outer.add("both", both);
  of_outer.add("field", field);
  params.parts = {{"field", {}}, {"both", {}}};
  const Scene scene = Compose::run(params, of_outer, RunContext{});
  REQUIRE(groups_are_sound(scene));
  CHECK(group_paths(scene) == std::vector<std::string>{"field_0", "both", "both/field_1", "both/field_2"});
}
