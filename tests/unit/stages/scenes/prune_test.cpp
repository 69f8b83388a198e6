#include "stages/scenes/prune.h"

#include "support/catch.h"

#include <cmath>
#include <set>
#include <utility>

#include "data/scene_groups.h"
#include "methods/curve/bezier.h"
#include "placing.h"
#include "stages/shapes/shapes.h"

using namespace weald;
using namespace weald::scene;

namespace {

/// 100 x 100 boxes, a metre apart, from -49.5 to 49.5.
Scene field_of_boxes() {
  Scene scene;
  add_prototype(scene, {"box", std::make_shared<const mesh::Mesh>(mesh::make_shape({}))});
  for (int z = 0; z < 100; ++z) {
    for (int x = 0; x < 100; ++x) {
      Instance& box = scene.instances.emplace_back();
      box.position = {x - 49.5, 0, z - 49.5};
    }
  }
  return scene;
}

/// Three copies of a scene of two boxes at x = 0, 10 and 20, and a box at x = 30.
Scene three_pairs() {
  Scene scene;
  add_prototype(scene, {"wall", std::make_shared<const mesh::Mesh>(mesh::make_shape({}))});
  add_prototype(scene, {"roof", std::make_shared<const mesh::Mesh>(mesh::make_shape({}))});
  GroupBuilder groups(scene);
  const auto add = [&](std::uint32_t variety, double x) {
    scene.instances.emplace_back().position = {x, 0, 0};
    scene.instances.back().variety = variety;
  };
  const std::size_t street = groups.begin("street");
  for (const double x : {0.0, 10.0, 20.0}) {
    Mat4 frame{1.0};
    frame[3] = {x, 0, 0, 1};
    const std::size_t house = groups.begin("house", frame, true);
    add(0, x);
    add(1, x + 3);
    groups.end(house);
  }
  groups.end(street);
  add(0, 30);
  return scene;
}

std::set<std::pair<double, double>> places_of(const Scene& scene) {
  std::set<std::pair<double, double>> places;
  for (const Instance& instance : scene.instances) places.insert({instance.position.x, instance.position.z});
  return places;
}

mesh::PlacementParams box_at(const Vec3& middle, const Vec3& size, double turn = 0) {
  return {size, {0, turn, 0}, middle};
}

}  // namespace

TEST_CASE("prune: boxes keep what is in one of them, in any orientation") {
  const Scene field = field_of_boxes();
  PruneParams params;
  params.boxes = {box_at({10, 0, 0}, {20, 1, 10}, 30), box_at({-30, 0, -30}, {8, 1, 8})};
  const Scene kept = pruned(field, params, {}, 1);
  std::set<std::pair<double, double>> expected;
  for (const Instance& instance : field.instances) {
    const Vec3 p = instance.position;
    // A turn about y takes x towards -z.
    const double c = std::cos(M_PI / 6), s = std::sin(M_PI / 6), dx = p.x - 10, dz = p.z;
    const bool in_first = std::abs(c * dx - s * dz) <= 10 && std::abs(s * dx + c * dz) <= 5;
    if (in_first || (std::abs(p.x + 30) <= 4 && std::abs(p.z + 30) <= 4)) expected.insert({p.x, p.z});
  }
  CHECK(expected.size() == 264);
  CHECK(places_of(kept) == expected);
  params.keep = Kept::outside;
  CHECK(pruned(field, params, {}, 1).instances.size() == 10000 - expected.size());
}

TEST_CASE("prune: a closed curve keeps what it encloses, and a distance what is near any curve") {
  const Scene field = field_of_boxes();
  const auto line = [](const Vec3& a, const Vec3& b) { return std::vector<Vec3>{a, b}; };
  const curve::Curve triangle = test::curve_of({test::path_of(
      {line({-40, 0, -40}, {40, 0, -40}), line({40, 0, -40}, {-40, 0, 40}), line({-40, 0, 40}, {-40, 0, -40})}, true)});
  PruneParams params;
  std::size_t inside = 0;
  for (const Instance& instance : field.instances) {
    const Vec3 p = instance.position;
    inside += p.x > -40 && p.z > -40 && p.x + p.z < 0 ? 1 : 0;
  }
  const Scene kept = pruned(field, params, {.curve = &triangle}, 1);
  // Samples on the hypotenuse belong to one of its sides.
  CHECK(kept.instances.size() >= inside);
  CHECK(kept.instances.size() <= inside + 80);

  const curve::Curve road = test::curve_of({test::path_of({line({-100, 7, 0}, {100, 7, 0})})});
  params.distance = 5;
  CHECK(pruned(field, params, {.curve = &road}, 1).instances.size() == 10 * 100);
  params.keep = Kept::outside;
  CHECK(pruned(field, params, {.curve = &road}, 1).instances.size() == 90 * 100);
}

TEST_CASE("prune: a mask is a probability, and nothing is inside beyond its edges") {
  const Scene field = field_of_boxes();
  Heightmap mask(GridSpec{51, 51, 1.0, {-50, -50}});
  for (float& height : mask.heights.values()) height = 0.25f;
  PruneParams params;
  const Scene kept = pruned(field, params, {.mask = &mask}, 1);
  // 2500 boxes are on the mask; the standard deviation is 22.
  CHECK(std::abs(static_cast<double>(kept.instances.size()) - 625) < 100);
  for (const Instance& instance : kept.instances) CHECK((instance.position.x <= 0 && instance.position.z <= 0));
  params.keep = Kept::outside;
  const Scene others = pruned(field, params, {.mask = &mask}, 1);
  CHECK(others.instances.size() + kept.instances.size() == 10000);
}

TEST_CASE("prune: chance belongs to a place, so other copies and their order do not change it") {
  Scene field = field_of_boxes();
  PruneParams params;
  params.share = 0.5;
  const auto all = places_of(pruned(field, params, {}, 7));
  CHECK(std::abs(static_cast<double>(all.size()) - 5000) < 250);  // five standard deviations
  CHECK(places_of(pruned(field, params, {}, 8)) != all);
  std::reverse(field.instances.begin(), field.instances.end());
  field.instances.resize(5000);
  for (const auto& place : places_of(pruned(field, params, {}, 7))) CHECK(all.contains(place));
}

TEST_CASE("prune: copies of scenes stay or go as a whole, with their groups and prototypes") {
  const Scene scene = three_pairs();
  PruneParams params;
  params.boxes = {box_at({11, 0, 0}, {4, 1, 1})};
  const Scene kept = pruned(scene, params, {}, 1);
  REQUIRE(kept.instances.size() == 2);
  CHECK(kept.instances[1].position.x == 13);
  CHECK(groups_are_sound(kept));
  CHECK(group_paths(kept) == std::vector<std::string>{"street", "street/house"});
  CHECK(kept.prototypes.size() == 2);
  params.each = PruneUnit::instance;
  const Scene single = pruned(scene, params, {}, 1);
  CHECK(single.instances.size() == 2);  // the walls at 10 and the roof at 13
  params.boxes = {box_at({10, 0, 0}, {1, 1, 1})};
  const Scene walls = pruned(scene, params, {}, 1);
  REQUIRE(walls.prototypes.size() == 1);
  CHECK(walls.prototypes[0].name == "wall");
  CHECK(walls.varieties.size() == 1);
}

TEST_CASE("prune: of named groups only they are judged, and everything else stays") {
  PruneParams params;
  params.groups = {"house"};
  params.keep = Kept::outside;
  params.boxes = {box_at({10, 0, 0}, {1000, 1, 1})};
  const Scene kept = pruned(three_pairs(), params, {}, 1);
  REQUIRE(kept.instances.size() == 1);
  CHECK(kept.instances[0].position.x == 30);
  CHECK(kept.groups.empty());
}
