// scatter with species: who stays, where, and how many.

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "base/math/smoothstep.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "growing.h"
#include "stages/scenes/detail/habitat.h"

using namespace weald;
using namespace weald::scene;
using namespace weald::test;

namespace {

/// Two species of trees, one of bushes and one of flowers.
ScatterParams woodland() {
  ScatterParams params;
  params.species = {species_of(3, 0.4), species_of(1.2, 0.2), species_of(1, 0.3, PlantLayer::understory),
                    species_of(0.5, 0.1, PlantLayer::herbs)};
  for (SpeciesParams& species : params.species) species.scale = {0.6, 1.4};
  params.species[1].weight = 4;
  return params;
}

double share_of(const std::vector<Plant>& plants, std::uint16_t species) {
  const auto count = std::count_if(plants.begin(), plants.end(), [&](const Plant& p) { return p.species == species; });
  return static_cast<double>(count) / static_cast<double>(plants.size());
}

/// The plants in x from `low` to `high`.
double count_between(const std::vector<Plant>& plants, double low, double high) {
  return static_cast<double>(std::count_if(plants.begin(), plants.end(),
                                           [&](const Plant& p) { return p.place.x >= low && p.place.x < high; }));
}

}  // namespace

TEST_CASE("species: crowns of a layer never overlap, nor do trunks of any two layers") {
  const Heightmap land = level_land(70);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const ScatterParams params = woodland();
    const std::vector<Plant> plants = plants_of({land}, params, seed);
    REQUIRE(plants.size() > 2000);
    std::size_t meetings = 0;  // of a crown with a lower plant
    for (std::size_t i = 0; i < plants.size(); ++i) {
      for (std::size_t k = i + 1; k < plants.size(); ++k) {
        const Plant &a = plants[i], &b = plants[k];
        const SpeciesParams &of_a = params.species[a.species], &of_b = params.species[b.species];
        const double distance = distance_of(a, b);
        if (of_a.layer == of_b.layer) {
          if (distance < of_a.crown * a.size + of_b.crown * b.size - 1e-6) FAIL_CHECK("crowns overlap");
        } else {
          if (distance < of_a.trunk * a.size + of_b.trunk * b.size - 1e-6) FAIL_CHECK("trunks overlap");
          meetings += std::size_t{distance < of_a.crown * a.size};
        }
      }
    }
    CHECK(meetings > 500);
    for (std::uint16_t s = 0; s < 4; ++s) CHECK(share_of(plants, s) > 0.005);
  }
}

TEST_CASE("species: of equal crowns and strengths, their numbers are in the ratio of the weights") {
  const Heightmap land = level_land(250);
  ScatterParams params;
  params.species = {species_of(1.5), species_of(1.5), species_of(1.5)};
  params.species[0].weight = 5;
  params.species[1].weight = 3;
  params.species[2].weight = 2;
  const std::vector<Plant> plants = plants_of({land}, params);
  REQUIRE(plants.size() > 3000);
  const double n = static_cast<double>(plants.size());
  CHECK(share_of(plants, 0) == Approx(0.5).margin(4 * std::sqrt(0.25 / n)));
  CHECK(share_of(plants, 2) == Approx(0.2).margin(4 * std::sqrt(0.16 / n)));
}

TEST_CASE("species: the stronger wins as often as in a plain loop over all pairs") {
  const double crown = 1.5;
  const int side = 90;
  ScatterParams params;
  params.species = {species_of(crown), species_of(crown)};
  params.species[0].strength = 4;
  const Heightmap land = level_land(side);
  double grown = 0, grown_share = 0, plain = 0, plain_share = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const std::vector<Plant> plants = plants_of({land}, params, seed);
    grown += static_cast<double>(plants.size());
    grown_share += share_of(plants, 0) / 8;
    // The reference: a seedling in every cell, sorted by exponential clocks, accepted if none before it is too near.
    struct Sown {
      double clock;
      Vec2 place;
      bool is_strong;
    };
    std::vector<Sown> sown;
    const Rng rng(seed + 100);
    const double cell = crown * std::sqrt(math::kPi / 2);
    for (std::uint64_t z = 0; static_cast<double>(z) * cell < side; ++z) {
      for (std::uint64_t x = 0; static_cast<double>(x) * cell < side; ++x) {
        const auto random = rng.four_uniforms(x, z);
        const Vec2 place = Vec2{static_cast<double>(x) + random[0], static_cast<double>(z) + random[1]} * cell;
        const bool is_strong = random[2] < 0.5;
        if (place.x <= side && place.y <= side)
          sown.push_back({-std::log(1 - random[3]) / (is_strong ? 4 : 1), place, is_strong});
      }
    }
    std::sort(sown.begin(), sown.end(), [](const Sown& a, const Sown& b) { return a.clock < b.clock; });
    std::vector<Sown> kept;
    for (const Sown& plant : sown) {
      const bool is_free = std::none_of(kept.begin(), kept.end(), [&](const Sown& other) {
        return glm::length(other.place - plant.place) < 2 * crown;
      });
      if (is_free) kept.push_back(plant);
    }
    const auto strong = std::count_if(kept.begin(), kept.end(), [](const Sown& s) { return s.is_strong; });
    plain += static_cast<double>(kept.size());
    plain_share += static_cast<double>(strong) / static_cast<double>(kept.size()) / 8;
  }
  CHECK(grown == Approx(plain).epsilon(0.02));
  CHECK(plain_share > 0.6);
  CHECK(grown_share == Approx(plain_share).margin(0.03));
}

TEST_CASE("species: limits hold, and fades thin the plants out as the smoothstep says") {
  const Heightmap land = land_of(240, [](double x, double) { return 0.5 * x; });  // rises to 120 m
  ScatterParams params;
  params.species = {species_of(0.8)};
  params.species[0].height = {{0, 40}};
  const std::vector<Plant> hard = plants_of({land}, params);
  CHECK(count_between(hard, 80.001, 241) == 0);
  CHECK(count_between(hard, 40, 80) > 1000);
  params.species[0].height_fade = 40;  // over 80 m of ground
  const std::vector<Plant> soft = plants_of({land}, params);
  const double full = count_between(soft, 0, 80) / 80;  // plants on a metre of ground
  CHECK(count_between(soft, 95, 105) / 10 / full == Approx(math::smoothstep(0.75)).margin(0.06));
  CHECK(count_between(soft, 115, 125) / 10 / full == Approx(0.5).margin(0.06));
  CHECK(count_between(soft, 135, 145) / 10 / full == Approx(math::smoothstep(0.25)).margin(0.06));
  CHECK(count_between(soft, 160.001, 241) == 0);
  params.species[0].slope = {0, 20};  // the ground has 26.6 degrees
  CHECK(plants_of({land}, params).empty());
  params.species[0].slope_fade = 10;
  CHECK(plants_of({land}, params).size() ==
        Approx(static_cast<double>(soft.size()) * band_suitability(math::degrees(std::atan(0.5)), {0, 20}, 10))
            .epsilon(0.06));
}

TEST_CASE("species: where only one is suited, it has all the places; moisture and masks decide") {
  const Heightmap land = level_land(160);
  const Heightmap wet = land_of(160, [](double x, double) { return x < 80 ? 1.0 : 0.0; });
  const Heightmap mask = land_of(160, [](double, double z) { return z < 80 ? 1.0 : 0.25; });
  ScatterParams params;
  params.species = {species_of(1), species_of(1)};
  params.species[0].moisture = {{0.5, 1}};
  params.species[1].moisture = {{0, 0.5}};
  ScatterGround ground{land};
  ground.moisture = &wet;
  const std::vector<Plant> all = plants_of(ground, params);
  for (const Plant& plant : all) {
    if (std::abs(plant.place.x - 80) > 1) CHECK((plant.species == 0) == (plant.place.x < 80));
  }
  CHECK(count_between(all, 0, 78) == Approx(count_between(all, 82, 160)).epsilon(0.06));
  ground.species_masks = {&mask, &mask};
  const std::vector<Plant> fewer = plants_of(ground, params);
  const auto south = [](const std::vector<Plant>& plants) {
    return std::count_if(plants.begin(), plants.end(), [](const Plant& p) { return p.place.y > 81; });
  };
  CHECK(static_cast<double>(south(fewer)) / static_cast<double>(south(all)) == Approx(0.25).margin(0.04));
  CHECK(fewer.size() - static_cast<std::size_t>(south(fewer)) ==
        Approx(0.5 * static_cast<double>(all.size())).epsilon(0.05));
}

TEST_CASE("species: patches cover their share of the land, and plants in them are close to each other") {
  for (const double share : {0.1, 0.3, 0.7}) {
    const Patches patches({1, share, 0.05}, 9, {-20, -30}, {40, 50});
    const Rng rng(5);
    double sum = 0;
    const Patches stored({1, share, 0.05}, 9, {-250, -250}, {250, 250});
    for (std::uint64_t i = 0; i < 20000; ++i) {
      const Vec2 place{rng.uniform_in(-300, 300, i, 0), rng.uniform_in(-300, 300, i, 1)};
      sum += patches.suitability(place);
      if (patches.suitability(place) != stored.suitability(place)) FAIL_CHECK("what is stored makes a difference");
    }
    CHECK(sum / 20000 == Approx(share + (1 - share) * 0.05).margin(0.015));
  }
  const Heightmap land = level_land(300);
  ScatterParams params;
  params.species = {species_of(1.5)};
  const std::vector<Plant> even = plants_of({land}, params);
  params.species[0].cluster = ClusterParams{25, 0.3, 0};
  const std::vector<Plant> patchy = plants_of({land}, params);
  CHECK(static_cast<double>(patchy.size()) / static_cast<double>(even.size()) == Approx(0.3).margin(0.1));
  // Pairs up to 8 m apart, as a share of all pairs.
  const auto pairs = [](const std::vector<Plant>& plants) {
    double count = 0;
    for (std::size_t i = 0; i < plants.size(); ++i) {
      for (std::size_t k = i + 1; k < plants.size(); ++k) count += distance_of(plants[i], plants[k]) < 8 ? 1 : 0;
    }
    const double size = static_cast<double>(plants.size());
    return count / (size * size);
  };
  CHECK(pairs(patchy) > 2 * pairs(even));
}

TEST_CASE("species: some stand only under crowns, others only beside them") {
  const Heightmap land = level_land(120);
  ScatterParams params;
  params.species = {species_of(4, 0.5), species_of(0.7, 0.1, PlantLayer::understory),
                    species_of(0.7, 0.1, PlantLayer::understory)};
  params.species[1].shade = Shade::under;
  params.species[2].shade = Shade::open;
  const std::vector<Plant> plants = plants_of({land}, params);
  for (const Plant& plant : plants) {
    if (plant.species == 0) continue;
    const bool is_under = std::any_of(plants.begin(), plants.end(), [&](const Plant& tree) {
      return tree.species == 0 && distance_of(tree, plant) < 4;
    });
    CHECK(is_under == (plant.species == 1));
  }
  CHECK(share_of(plants, 1) > 0.2);
  CHECK(share_of(plants, 2) > 0.2);
}

TEST_CASE("species: a place's size and age decide the scales, crowns and meshes") {
  const Heightmap land = level_land(120);
  const Heightmap half = land_of(120, [](double, double) { return 0.5; });
  const Heightmap ages = land_of(120, [](double x, double) { return x / 120; });
  ScatterParams params;
  params.species = {species_of(2)};
  params.species[0].meshes.resize(3);
  params.species[0].scale = {0.5, 1.5};
  params.age_spread = 0.1;
  ScatterGround ground{land};
  ground.age = &ages;
  for (const Plant& plant : plants_of(ground, params)) {
    const double age = plant.size - 0.5;
    CHECK(age == Approx(plant.place.x / 120).margin(0.051));
    CHECK(plant.mesh == std::min(2, static_cast<int>(age * 3 + 1e-6)));
  }
  ground.size = &half;
  for (const Plant& plant : plants_of(ground, params)) CHECK(plant.size <= 0.75);
}

TEST_CASE("species: a count keeps that many, and a smaller one keeps a part of them") {
  const Heightmap land = level_land(100);
  ScatterParams params = woodland();
  params.count = 300;
  const std::vector<Plant> many = plants_of({land}, params);
  params.count = 100;
  const std::vector<Plant> few = plants_of({land}, params);
  CHECK(many.size() == 300);
  CHECK(few.size() == 100);
  for (const Plant& plant : few)
    CHECK(std::any_of(many.begin(), many.end(), [&](const Plant& other) { return same(plant, other); }));
  params.count = 0;
  CHECK(plants_of({land}, params).empty());
}

TEST_CASE("species: a stand of one species is blue noise, with little power at low frequencies") {
  const int side = 128;
  const Heightmap land = level_land(side);
  ScatterParams params;
  params.species = {species_of(1)};
  params.seedlings = 8;
  double power = 0, frequencies = 0, n = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const std::vector<Plant> plants = plants_of({land}, params, seed);
    n = static_cast<double>(plants.size());
    for (int u = 1; u <= 8; ++u) {
      for (int v = 1; v <= 8; ++v) {  // up to a sixth of the frequency of the distance
        double re = 0, im = 0;
        for (const Plant& plant : plants) {
          const double angle = 2 * math::kPi * (u * plant.place.x + v * plant.place.y) / side;
          re += std::cos(angle), im += std::sin(angle);
        }
        power += (re * re + im * im) / n;  // 1 for points at random
        frequencies += 1;
      }
    }
  }
  CHECK(power / frequencies < 0.2);
}
