// scatter: expressions that are computed for each copy, without species and with them.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/error.h"
#include "base/parallel.h"
#include "data/artifact.h"
#include "growing.h"
#include "schema/decode.h"

using namespace weald;
using namespace weald::scene;
using namespace weald::test;

namespace {

schema::SourceText text(const std::string& expression) { return {expression, {}}; }

double slanted(double x, double z) { return 0.25 * x + 0.125 * z; }

ScatterParams by_distance() {
  ScatterParams params;
  params.meshes.resize(4);
  params.distance = 2;
  params.scale = {0.5, 2};
  params.vary.emplace();
  return params;
}

ScatterParams by_species() {
  ScatterParams params;
  params.species = {species_of(1.5), species_of(1)};
  params.species[0].meshes.resize(3);
  for (SpeciesParams& species : params.species) species.scale = {0.5, 1.5};
  params.vary.emplace();
  return params;
}

std::vector<Instance> copies_on(const Heightmap& land, const ScatterParams& params) {
  return scatter({land}, params, grown_with(5));
}

using PlaceOnLand = std::pair<double, double>;

std::map<PlaceOnLand, Instance> by_place(const std::vector<Instance>& copies) {
  std::map<PlaceOnLand, Instance> result;
  for (const Instance& copy : copies) result[{copy.position.x, copy.position.z}] = copy;
  return result;
}

double size_of(const Instance& copy) { return glm::length(Vec3{copy.axes[1]}); }

}  // namespace

TEST_CASE("vary of scatter: copies that are not kept leave the others as they were") {
  const Heightmap land = land_of(60, slanted, {-20, 7});
  for (ScatterParams params : {by_distance(), by_species()}) {
    const auto all = by_place(copies_on(land, params));
    params.vary->keep = text("x < 10 || y > 9");
    const auto kept = by_place(copies_on(land, params));
    std::size_t expected = 0;
    for (const auto& [place, copy] : all) {
      const bool is_kept = place.first < 10 || slanted(place.first, place.second) > 9;
      expected += is_kept ? 1 : 0;
      REQUIRE((kept.count(place) == 1) == is_kept);
      if (!is_kept) continue;
      CHECK(kept.at(place).axes == copy.axes);
      CHECK(kept.at(place).variety == copy.variety);
    }
    CHECK((expected > 100 && expected == kept.size() && expected < all.size()));
  }
}

TEST_CASE("vary of scatter: mesh and scale follow the place and the heightmaps under 'of'") {
  const Heightmap land = land_of(60, slanted);
  const Heightmap field = land_of(60, [](double x, double) { return x / 20; });
  ScatterParams params = by_distance();
  params.vary->mesh = text("wet");
  params.vary->scale = text("1 + z / 60");
  ScatterGround ground{land};
  ground.fields = {{"wet", &field}};
  const std::vector<Instance> copies = scatter(ground, params, grown_with(5));
  REQUIRE(copies.size() > 400);
  for (const Instance& copy : copies) {
    CHECK(copy.variety == static_cast<std::uint32_t>(std::min(std::floor(copy.position.x / 20), 3.0)));
    CHECK(size_of(copy) == Approx(1 + copy.position.z / 60).epsilon(1e-6));
  }
}

TEST_CASE("vary of scatter: plants compete with the scale of the expression, within the limits of their species") {
  const Heightmap land = land_of(80, slanted);
  ScatterParams params = by_species();
  params.vary->scale = text("0.1 + x / 40");
  const std::vector<Plant> plants = plants_of({land}, params);
  REQUIRE(plants.size() > 300);
  for (std::size_t i = 0; i < plants.size(); ++i) {
    CHECK(plants[i].size == Approx(std::clamp(0.1 + plants[i].place.x / 40, 0.5, 1.5)).epsilon(1e-6));
    for (std::size_t k = 0; k < i; ++k) {
      const double crowns = params.species[plants[i].species].crown * plants[i].size +
                            params.species[plants[k].species].crown * plants[k].size;
      REQUIRE(distance_of(plants[i], plants[k]) > crowns - 1e-4);
    }
  }
}

TEST_CASE("vary of scatter: turn and tilt turn a copy about its own axes") {
  const Heightmap land = level_land(40);
  ScatterParams params = by_distance();
  params.scale = {1, 1};
  params.turn = 0;
  params.vary->turn = text("90");
  params.vary->tilt = text("x");
  for (const Instance& copy : copies_on(land, params)) {
    const double up = copy.axes[1].y;
    CHECK(up == Approx(std::cos(copy.position.x * 3.14159265358979 / 180)).margin(1e-6));
  }
  params.vary->tilt.reset();
  for (const Instance& copy : copies_on(land, params)) CHECK(copy.axes[2].x == Approx(1));
}

TEST_CASE("vary of scatter: a species has its own expressions instead of those of the stage") {
  const Heightmap land = land_of(60, slanted);
  ScatterParams params = by_species();
  params.vary->keep = text("false");
  params.species[0].vary.emplace();
  params.species[0].vary->mesh = text("2 * (x > 30)");
  const std::vector<Instance> copies = copies_on(land, params);
  REQUIRE(copies.size() > 50);
  for (const Instance& copy : copies) CHECK(copy.variety == (copy.position.x > 30 ? 2u : 0u));
}

TEST_CASE("vary of scatter: random numbers depend on the place alone") {
  const Heightmap land = land_of(60, slanted);
  for (ScatterParams params : {by_distance(), by_species()}) {
    params.vary->turn = text("uniform(0, 360)");
    const auto all = by_place(copies_on(land, params));
    params.slope = {0, 80};
    params.margin = params.species.empty() ? 0 : 20;
    const auto fewer = by_place(copies_on(land, params));
    CHECK(fewer.size() > 30);
    for (const auto& [place, copy] : fewer) CHECK(copy.axes == all.at(place).axes);
  }
}

TEST_CASE("vary of scatter: an expression without a value says at which place") {
  ScatterParams params = by_distance();
  params.vary->scale = text("-1");
  CHECK_THROWS_WITH(copies_on(level_land(20), params), Catch::Contains("'vary.scale' of the copy at x "));
}

TEST_CASE("vary of scatter: copies and their looks are the same for every thread count") {
  const Heightmap land = land_of(200, slanted);
  const mesh::Mesh grass, stone;
  schema::Inputs inputs;
  inputs.add("land", land), inputs.add("grass", grass), inputs.add("stone", stone);
  ScatterParams params;
  params.on.stage = "land";
  params.meshes.resize(2);
  params.meshes[0].stage = "grass", params.meshes[1].stage = "stone";
  params.distance = 1;
  params.tints = {Vec3f{0, 1, 0}, Vec3f{1, 1, 0}};
  params.vary = VaryParams{.keep = text("uniform(0, 1) < 0.7"), .mesh = text("x > z"), .data = text("round(x)")};
  const auto made = [&](int threads) {
    const ThreadLimit limit(threads);
    return Scatter::run(params, inputs, grown_with(5));
  };
  const Scene one = made(1), many = made(8);
  CHECK(one.instances.size() > 5000);  // several blocks
  CHECK(one.varieties == many.varieties);
  REQUIRE(one.instances.size() == many.instances.size());
  for (std::size_t i = 0; i < one.instances.size(); ++i) {
    REQUIRE(one.instances[i].position == many.instances[i].position);
    REQUIRE(one.instances[i].variety == many.instances[i].variety);
    CHECK(one.varieties[one.instances[i].variety].data == static_cast<float>(std::round(one.instances[i].position.x)));
  }
}

TEST_CASE("vary of scatter: of several copies without a value, the same is reported for every thread count") {
  const Heightmap land = land_of(200, slanted);
  ScatterParams params = by_distance();
  params.distance = 1;
  params.vary->scale = text("100 - x");
  const auto message = [&](int threads) {
    const ThreadLimit limit(threads);
    try {
      copies_on(land, params);
    } catch (const StageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string alone = message(1);
  CHECK(alone.find("'vary.scale' of the copy at x 1") == 0);
  for (int i = 0; i < 4; ++i) CHECK(message(8) == alone);
}
