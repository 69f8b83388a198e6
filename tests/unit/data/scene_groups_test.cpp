// Groups of scenes.

#include "support/catch.h"

#include "data/artifact_bytes.h"
#include "data/artifact_fields.h"
#include "data/scene_groups.h"

using namespace weald;
using namespace weald::scene;

namespace {

/// Six instances: "village" has all but the last, "house" the first two and the next two, "roof" the second.
Scene village() {
  Scene scene;
  add_prototype(scene, {"box", std::make_shared<const mesh::Mesh>()});
  GroupBuilder groups(scene);
  const auto add = [&] { scene.instances.push_back({}); };
  const std::size_t outer = groups.begin("village");
  const std::size_t first = groups.begin("house");
  add();
  const std::size_t roof = groups.begin("roof");
  add();
  groups.end(roof);
  groups.end(first);
  const std::size_t second = groups.begin("house");
  add();
  add();
  groups.end(second);
  add();
  groups.end(outer);
  add();
  return scene;
}

}  // namespace

TEST_CASE("groups: the innermost group of each group and of each instance") {
  const Scene scene = village();
  REQUIRE(groups_are_sound(scene));
  using Index = std::optional<std::uint32_t>;
  CHECK(outer_groups(scene) == std::vector<Index>{std::nullopt, 0, 1, 0});
  CHECK(groups_of_instances(scene) == std::vector<Index>{1, 2, 3, 3, 0, std::nullopt});
}

TEST_CASE("groups: names that several groups have are numbered, and never clash with another name") {
  Scene scene = village();
  CHECK(distinct_names(scene) == std::vector<std::string>{"village", "house_0", "roof", "house_1"});
  CHECK(group_paths(scene) ==
        std::vector<std::string>{"village", "village/house_0", "village/house_0/roof", "village/house_1"});
  scene.group_names[scene.groups[2].name] = "house_1";
  CHECK(distinct_names(scene) == std::vector<std::string>{"village", "house_0", "house_1", "house_2"});
}

TEST_CASE("groups: a group without instances is removed with those in it") {
  Scene scene;
  GroupBuilder groups(scene);
  const std::size_t outer = groups.begin("empty");
  groups.end(groups.begin("inner"));
  groups.end(outer);
  CHECK(scene.groups.empty());
}

TEST_CASE("groups: ranges that overlap, that are in the wrong order or beyond the instances are not sound") {
  using Change = void (*)(Scene&);
  for (const Change change :
       {Change{[](Scene& s) { s.groups[1].end = 3; }}, Change{[](Scene& s) { std::swap(s.groups[1], s.groups[3]); }},
        Change{[](Scene& s) { s.groups[0].end = 7; }}, Change{[](Scene& s) { s.groups[2].name = 3; }},
        Change{[](Scene& s) { s.groups[2].end = s.groups[2].begin; }}}) {
    Scene scene = village();
    change(scene);
    CHECK_FALSE(groups_are_sound(scene));
  }
}

TEST_CASE("groups: a scene is one object with one instance, or with one group of all") {
  Scene scene;
  CHECK(is_one_object(scene));
  scene.instances.resize(2);
  CHECK_FALSE(is_one_object(scene));
  scene.group_names = {"both"};
  scene.groups = {{0, 0, 2}};
  CHECK(is_one_object(scene));
  scene.instances.resize(3);
  CHECK_FALSE(is_one_object(scene));
}

TEST_CASE("groups: stored scenes keep their groups, and no others are read") {
  const Scene scene = village();
  const std::vector<std::byte> bytes = pipeline::to_bytes(scene);
  const auto read = pipeline::from_bytes(bytes);
  REQUIRE(read);
  CHECK(pipeline::same_artifact(*read, scene));
  Scene overlapping = village();
  overlapping.groups[1].end = 3;
  CHECK_FALSE(pipeline::from_bytes(pipeline::to_bytes(overlapping)));
}
