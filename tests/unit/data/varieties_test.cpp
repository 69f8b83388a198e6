// Instances and their varieties.

#include "support/catch.h"

#include "data/scene.h"

using namespace weald;
using namespace weald::scene;

TEST_CASE("scene: an instance takes 64 bytes and keeps its transform, positions exactly") {
  CHECK(sizeof(Instance) == 64);
  const Mat4 matrix{Vec4{0.1, 0.2, 0.3, 0}, Vec4{1, -2, 3, 0}, Vec4{0, 0.5, 7, 0}, Vec4{1e6 + 1e-9, -2.1, 0.3, 1}};
  const Mat4 kept = world_from_prototype(instance_at(3, matrix));
  CHECK(kept[3] == matrix[3]);
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 4; ++row) CHECK(kept[column][row] == Approx(matrix[column][row]).epsilon(1e-7));
}

TEST_CASE("scene: varieties are numbered in the order in which they are first asked for, each once") {
  VarietyTable table({Variety{0}, Variety{1}});
  CHECK(table.index_of({1}) == 1);
  CHECK(table.index_of({1, {255, 0, 0}}) == 2);
  CHECK(table.index_of({1, {}, 0.5f}) == 3);
  CHECK(table.index_of({1, {255, 0, 0}}) == 2);
  const std::vector<Variety> varieties = table.take();
  CHECK(varieties == std::vector<Variety>{{0}, {1}, {1, {255, 0, 0}}, {1, {}, 0.5f}});
}

TEST_CASE("scene: varieties are special where a tint, data or another order sets them apart from the prototypes") {
  Scene scene;
  add_prototype(scene, {"a", nullptr});
  CHECK(add_prototype(scene, {"b", nullptr}) == 1);
  CHECK(special_varieties(scene).empty());
  scene.varieties[1].data = 1;
  CHECK(special_varieties(scene) == scene.varieties);
  scene.varieties = {{1}, {0}};
  CHECK(special_varieties(scene) == scene.varieties);
}

TEST_CASE("scene: tints multiply in linear light, and white changes nothing") {
  const Tint white, half{128, 128, 128}, red{255, 0, 0};
  for (const Tint& tint : {white, half, red, Tint{7, 99, 201}}) {
    CHECK(white * tint == tint);
    CHECK(tint * white == tint);
  }
  // The linear light of 128 is 0.2158605; its square is that of 61.1.
  CHECK(half * half == Tint{61, 61, 61});
  CHECK(half * red == Tint{128, 0, 0});
  CHECK(tinted(Vec3f{0.3f, 0.4f, 0.5f}, white) == Vec3f{0.3f, 0.4f, 0.5f});
  CHECK(tinted(Rgba8{255, 128, 0, 77}, half) == Rgba8{128, 61, 0, 77});
  CHECK(tinted(Rgba8{3, 4, 5, 6}, white) == Rgba8{3, 4, 5, 6});
  CHECK(linear_factors(half).y == Approx(0.2158605));
}
