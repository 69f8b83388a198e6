// scatter with species: parts of a land, bands and threads, obstacles, and what is refused.

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "growing.h"
#include "stages/scenes/detail/obstacles.h"

using namespace weald;
using namespace weald::scene;
using namespace weald::test;

namespace {

double hill(double x, double z) { return 8 * std::sin(x / 19) + 6 * std::cos(z / 23 + x / 41); }

/// Small plants of two layers with limits on hills, whose reach is 40 m.
ScatterParams scrub() {
  ScatterParams params;
  params.species = {species_of(0.9, 0.2), species_of(0.5, 0.1), species_of(0.3, 0.1, PlantLayer::herbs)};
  params.species[0].height = {{-4, 9}};
  params.species[0].height_fade = 4;
  params.species[0].strength = 3;
  params.species[1].slope = {0, 18};
  params.species[1].slope_fade = 6;
  params.species[1].cluster = ClusterParams{15, 0.5, 0.2};
  for (SpeciesParams& species : params.species) species.scale = {0.7, 1.2};
  return params;
}

std::vector<Plant> inside(const std::vector<Plant>& plants, const Vec2& low, const Vec2& high) {
  std::vector<Plant> result;
  for (const Plant& plant : plants) {
    const Vec2& p = plant.place;
    if (p.x >= low.x && p.y >= low.y && p.x < high.x && p.y < high.y) result.push_back(plant);
  }
  return result;
}

/// The distance of two boxes without shear, by projecting a point onto one and the other in turn.
double distance_of_boxes(const OrientedBox& a, const OrientedBox& b) {
  const auto nearest = [](const OrientedBox& box, const Vec3& point) {
    Vec3 result = box.centre;
    for (const Vec3& half : box.half)
      result += half * std::clamp(glm::dot(point - box.centre, half) / glm::dot(half, half), -1.0, 1.0);
    return result;
  };
  Vec3 on_a = a.centre, on_b = b.centre;
  for (int i = 0; i < 3000; ++i) on_b = nearest(b, on_a), on_a = nearest(a, on_b);
  return glm::length(on_a - on_b);
}

OrientedBox random_box(std::uint64_t number) {
  const Rng rng(77);
  const auto r = [&](std::uint64_t k, double low, double high) { return rng.uniform_in(low, high, number, k); };
  mesh::PlacementParams placement;
  placement.scale = {r(0, 0.2, 3), r(1, 0.2, 3), r(2, 0.2, 3)};
  placement.rotate = {r(3, 0, 360), r(4, 0, 360), r(5, 0, 360)};
  placement.translate = {r(6, -2, 2), r(7, -2, 2), r(8, -2, 2)};
  return oriented_box({Vec3{-0.5}, Vec3{0.5}}, mesh::matrix_of(placement), 0);
}

}  // namespace

TEST_CASE("species: parts of a land meet without seams beyond the reach from their edges") {
  const Heightmap land = land_of(240, hill);
  const ScatterParams params = scrub();
  const double reach = reach_of_species(params) + 1;  // and a cell of the ground
  REQUIRE(reach < 45);
  const std::vector<Plant> whole = plants_of({land}, params);
  for (const Vec2& origin : {Vec2{0, 0}, Vec2{70, 0}, Vec2{31, 83}, Vec2{110, 110}}) {
    const Heightmap part = land_of(130, hill, origin);
    const Vec2 low = origin + reach, high = origin + 130.0 - reach;
    const std::vector<Plant> expected = inside(whole, low, high);
    const std::vector<Plant> got = inside(plants_of({part}, params), low, high);
    CHECK(expected.size() > 300);
    CHECK(std::equal(got.begin(), got.end(), expected.begin(), expected.end(), same));
  }
}

TEST_CASE("species: the margin of a part leaves the plants of the land") {
  const Heightmap land = land_of(240, hill), part = land_of(130, hill, {60, 40});
  ScatterParams params = scrub();
  const double margin = reach_of_species(params) + 1;
  const Vec2 low = Vec2{60, 40} + margin, high = Vec2{190, 170} - margin;
  const std::vector<Plant> expected = inside(plants_of({land}, params), low, high);
  params.margin = margin;
  const std::vector<Plant> got = plants_of({part}, params);
  CHECK(std::equal(got.begin(), got.end(), expected.begin(), expected.end(), same));
}

TEST_CASE("species: bands of any height and any number of threads give the same plants in the same order") {
  const Heightmap land = land_of(96, hill, {-77.25, 31.5});
  const ScatterParams params = scrub();
  const std::vector<Plant> expected = plants_of({land}, params, 3, 1e6);
  REQUIRE(expected.size() > 8000);
  for (const double band : {0.0, 13.7, 50.0}) {
    for (const int threads : {1, 4}) {
      const ThreadLimit limit(threads);
      const std::vector<Plant> got = plants_of({land}, params, 3, band);
      CHECK(std::equal(got.begin(), got.end(), expected.begin(), expected.end(), same));
    }
  }
}

TEST_CASE("species: the same bytes from every compiler and on every machine") {
  const Heightmap land = land_of(64, [](double x, double z) { return 0.3 * x - 0.002 * z * z; });
  ScatterParams params = scrub();
  params.species[2].shade = Shade::under;
  ScatterGround ground{land};
  ground.age = &land;
  Hasher hasher;
  for (const Plant& plant : plants_of(ground, params, 7)) {
    for (const double number : {plant.place.x, plant.place.y, double{plant.size}, double{plant.turn}})
      hasher.add(number);
    hasher.add(std::uint64_t{plant.species});
  }
  CHECK(hasher.low64() == 0xC7BD561855542FCDu);
}

TEST_CASE("oriented boxes: overlap if and only if their distance is 0") {
  int overlapping = 0;
  for (std::uint64_t i = 0; i < 600; ++i) {
    const OrientedBox a = random_box(2 * i), b = random_box(2 * i + 1);
    const double distance = distance_of_boxes(a, b);
    if (distance > 1e-9 && distance < 1e-3) continue;  // too close to tell
    CAPTURE(i, distance);
    CHECK(overlap(a, b) == (distance <= 1e-9));
    CHECK(overlap(a, b) == overlap(b, a));
    overlapping += int{overlap(a, b)};
  }
  CHECK((overlapping > 100 && overlapping < 500));
}

TEST_CASE("scatter: copies keep their boxes off obstacles, with species and without") {
  const Heightmap land = land_of(100, hill);
  std::vector<OrientedBox> boxes;
  for (std::uint64_t i = 0; i < 25; ++i) {
    mesh::PlacementParams placement;
    const Vec2 at{20.0 * static_cast<double>(i % 5) + 8, 20.0 * static_cast<double>(i / 5) + 11};
    placement.scale = {5, 9, 2};
    placement.rotate = {0, 37.0 * static_cast<double>(i), 20};
    placement.translate = {at.x, height_at(land, at), at.y};
    boxes.push_back(oriented_box({Vec3{-0.5}, Vec3{0.5}}, mesh::matrix_of(placement), 1));
  }
  const Obstacles obstacles(boxes);
  ScatterParams by_distance;
  by_distance.meshes.resize(1);
  by_distance.distance = 2;
  ScatterParams by_species;
  by_species.species = {species_of(1)};
  by_species.species[0].align = 1;
  for (const ScatterParams* params : {&by_distance, &by_species}) {
    ScatterGround ground{land};
    const Bounds copy{{-0.8, 0, -0.5}, {0.8, 4, 0.5}};
    const auto count_hits = [&](const std::vector<Instance>& copies) {
      return std::count_if(copies.begin(), copies.end(), [&](const Instance& instance) {
        const OrientedBox box = oriented_box(copy, world_from_prototype(instance), 0);
        return std::any_of(boxes.begin(), boxes.end(), [&](const OrientedBox& other) { return overlap(box, other); });
      });
    };
    const std::vector<Instance> free = scatter(ground, *params, grown_with(2));
    ground.boxes = {copy};
    ground.obstacles = &obstacles;
    const std::vector<Instance> kept = scatter(ground, *params, grown_with(2));
    CHECK(count_hits(free) > 30);
    CHECK(count_hits(kept) == 0);
    CHECK(kept.size() > free.size() / 2);
    if (params == &by_distance) CHECK(kept.size() + static_cast<std::size_t>(count_hits(free)) == free.size());
  }
}

TEST_CASE("species: too many plants, or seedlings, are refused") {
  const Heightmap land = level_land(100);
  ScatterParams params;
  params.species = {species_of(0.01)};
  CHECK_THROWS_WITH(plants_of({land}, params), Catch::Contains("the crowns are too small for this ground"));
  params.species = {species_of(0.036)};
  CHECK_THROWS_WITH(plants_of({land}, params), Catch::Contains("there would be more than 1000000 plants"));
  params.margin = 60;
  CHECK_THROWS_AS(scatter({land}, params, RunContext{}), StageError);
}
