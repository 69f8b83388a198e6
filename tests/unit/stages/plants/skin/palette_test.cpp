#include <algorithm>
#include <string>
#include <utility>
#include <vector>
#include "support/catch.h"

#include "unit/stages/plants/skin/dressed_plants.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

TEST_CASE("palette: polygons and leaves of one index form a group in its colour") {
  lsystem::Skeleton skeleton = flowering();
  for (std::uint16_t i = 1; i < 4; ++i)
    skeleton.polygons.push_back({{{1.0 * i, 0, 0}, {1.0 * i, 1, 0}, {1.0 * i + 0.5, 1, 0}}, 0, i});
  PlantMeshParams params;
  params.palette = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  params.leaves.colour_variation = 0;
  params.shade = 0;
  const mesh::Soup soup = dressed(skeleton, params, {});
  CHECK(names_of(soup) == std::vector<std::string>{"bark", "colour_0", "colour_1", "colour_2", "colour_3"});
  const auto colour_of = [&](const std::string& name) {
    for (const mesh::Group& group : soup.groups)
      if (group.name == name) return soup.materials[group.material].colour;
    return Vec3f{-1};
  };
  CHECK(colour_of("colour_1") == Vec3f{0, 1, 0});
  CHECK(colour_of("colour_3") == Vec3f{0, 0, 1});  // beyond the palette: its last colour
}

TEST_CASE("palette: wood has the colours of its segments, mixed where they meet") {
  Sketch sketch;
  auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  for (int i = 1; i < 4; ++i) s = sketch.extend(s, {0.2 * (i % 2), 1.0 + i, 0}, 0.1, 0.1);
  for (std::uint16_t i = 0; i < 4; ++i) sketch.skeleton().segments[i].colour = i;
  PlantMeshParams params;
  params.palette = {{1, 0, 0}, {0, 0, 1}};
  params.colour_steps = 3;
  params.bark.streaks = 0;
  params.shade = 0;
  const mesh::Soup soup = dressed(sketch.skeleton(), params, {});
  CHECK(soup.materials[0].colour == Vec3f{1, 0, 1});
  int before = 256;
  std::vector<std::pair<float, int>> reds;
  for (std::size_t v = 0; v < soup.positions.size(); ++v) reds.emplace_back(soup.positions[v].y, soup.colours[v].r);
  std::sort(reds.begin(), reds.end(), [](auto a, auto b) { return a.first < b.first; });
  CHECK(reds.front().second == 255);
  CHECK(reds.back().second == 0);
  for (const auto& [height, red] : reds) {
    CHECK(red <= before + 9);  // rings lean: neighbours may swap
    before = red;
  }
}
