#include "stages/plants/skin/detail/bark_colours.h"

#include "support/catch.h"

#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

/// Mean share of moss over many places around (0, height, 0) that face one way.
double mean_moss(const MossParams& moss, double height, const Vec3& normal, double thick = 1) {
  const Rng rng(5);
  double sum = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec3 position{0.13 * i, height, 0.07 * (i % 20)};
    sum += moss_share(moss, {position, normal, thick}, rng);
  }
  return sum / 400;
}

}  // namespace

TEST_CASE("moss: there is more on upper sides, on north sides near the ground, and on thick wood") {
  const MossParams moss{.amount = 0.6};
  CHECK(mean_moss(moss, 0, {0, 0, -1}) > mean_moss(moss, 0, {1, 0, 0}));
  CHECK(mean_moss(moss, 0, {1, 0, 0}) > mean_moss(moss, 0, {0, 0, 1}));
  CHECK(mean_moss(moss, 0, {0, 0, -1}) > 2 * mean_moss(moss, 3, {0, 0, -1}));
  CHECK(mean_moss(moss, 5, {0, 1, 0}) > 0.3);
  CHECK(mean_moss(moss, 5, {0, -1, 0}) == 0);
  CHECK(mean_moss(moss, 5, {0, 1, 0}, 0.02) < 0.1 * mean_moss(moss, 5, {0, 1, 0}, 1));
}

TEST_CASE("moss: a larger amount never gives less, and none gives none") {
  const Rng rng(9);
  for (int i = 0; i < 100; ++i) {
    const MossPlace place{{0.31 * i, 0.02 * i, 0.17 * i}, glm::normalize(Vec3{1, 0.1 * i - 5, -1}), 0.5};
    double last = 0;
    for (const double amount : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}) {
      const double share = moss_share({.amount = amount}, place, rng);
      CHECK(share >= last);
      CHECK(share <= 1);
      if (amount == 0) CHECK(share == 0);
      last = share;
    }
  }
}

TEST_CASE("moss: it greens the vertex colours, and no amount changes nothing") {
  Sketch sketch;
  sketch.root({0, 0, 0}, {0, 1, 0}, 0.3, 0.3);
  PlantMeshParams params;
  params.shade = 0;
  params.bark.colour = Vec3{0.5, 0.4, 0.3};
  params.stem.ring_length = 0.2;
  const mesh::Soup bare = soup_of(sketch.skeleton(), params);
  params.bark.moss.colour = {0.3, 0.6, 0.1};
  CHECK(soup_of(sketch.skeleton(), params).colours == bare.colours);
  params.bark.moss.amount = 0.7;
  const mesh::Soup mossy = soup_of(sketch.skeleton(), params);
  REQUIRE(mossy.colours.size() == bare.colours.size());
  const auto greenness = [](const mesh::Soup& soup, const Vec3f& material) {
    double sum = 0;
    for (const Rgba8& c : soup.colours)
      sum += c.g * static_cast<double>(material.y) - c.r * static_cast<double>(material.x);
    return sum / static_cast<double>(soup.colours.size());
  };
  CHECK(greenness(mossy, mossy.materials[0].colour) > greenness(bare, bare.materials[0].colour) + 20);
}
