#include "support/catch.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "base/parallel.h"
#include "base/simd.h"
#include "engine/graph/stage.h"
#include "stages/land/erosion/hydraulic_erosion.h"
#include "unit/stages/land/erosion/erosion_lands.h"

using namespace weald;
using namespace weald::terrain;
using test::hilly_land;
using test::total_height;

static_assert(pipeline::PartedStage<HydraulicErosion>);
static_assert(schema::has_sound_defaults<HydraulicErosionParams>());

namespace {

HydraulicResult rained(const Heightmap& map, const HydraulicErosionParams& params = {},
                       const Heightmap* erodibility = nullptr, std::uint64_t seed = 1) {
  RunContext context;
  context.seed = seed;
  return erode_hydraulically(map, {.erodibility = erodibility}, params, context);
}

bool same(const HydraulicResult& a, const HydraulicResult& b) {
  return a.heights.heights == b.heights.heights && a.wear.heights == b.wear.heights &&
         a.deposit.heights == b.deposit.heights && a.flow.heights == b.flow.heights;
}

Heightmap minus(const Heightmap& a, const Heightmap& b) {
  Heightmap result = a;
  for (std::size_t i = 0; i < a.heights.size(); ++i) result.heights.values()[i] -= b.heights.values()[i];
  return result;
}

double correlation(const Heightmap& a, const Heightmap& b) {
  const double n = static_cast<double>(a.heights.size());
  const double mean_a = total_height(a) / n;
  const double mean_b = total_height(b) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.heights.size(); ++i) {
    const double da = a.heights.values()[i] - mean_a;
    const double db = b.heights.values()[i] - mean_b;
    ab += da * db;
    aa += da * da;
    bb += db * db;
  }
  return ab / std::sqrt(aa * bb);
}

// How far the deepest sample lies below its lowest neighbour of eight.
double deepest_pit(const Heightmap& map) {
  double deepest = 0;
  for (int y = 1; y + 1 < map.height(); ++y) {
    for (int x = 1; x + 1 < map.width(); ++x) {
      float lowest = 1e9f;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (dx != 0 || dy != 0) lowest = std::min(lowest, map.heights.at(x + dx, y + dy));
        }
      }
      deepest = std::max<double>(deepest, lowest - map.heights.at(x, y));
    }
  }
  return deepest;
}

}  // namespace

TEST_CASE("hydraulic erosion: what is worn off is laid down or leaves, to the last unit", "[terrain]") {
  for (const auto& [width, height] : {std::pair{96, 96}, std::pair{97, 97}, std::pair{130, 55}, std::pair{7, 40}}) {
    for (const double capacity : {0.5, 30.0}) {
      const Heightmap map = hilly_land(width, height, 10, 200);
      const HydraulicResult result = rained(map, {.capacity = capacity});
      INFO(width << " x " << height << ", capacity " << capacity);
      CHECK(result.balance.worn > 0);
      CHECK(result.balance.worn == result.balance.laid + result.balance.left);
    }
  }
}

TEST_CASE("hydraulic erosion: the heights change by what the maps of wear and deposit say", "[terrain]") {
  const Heightmap map = hilly_land(80, 70, 10, 200);
  const HydraulicResult result = rained(map);
  double worst = 0;
  for (std::size_t i = 0; i < map.heights.size(); ++i) {
    const double expected =
        double{map.heights.values()[i]} - result.wear.heights.values()[i] + result.deposit.heights.values()[i];
    worst = std::max(worst, std::abs(expected - result.heights.heights.values()[i]));
    CHECK(result.wear.heights.values()[i] >= 0);
    CHECK(result.deposit.heights.values()[i] >= 0);
  }
  CHECK(worst < 1e-4);
  CHECK(total_height(result.wear) > 1000);
  CHECK(total_height(result.deposit) > 10);
}

TEST_CASE("hydraulic erosion: no rain and level land leave the heights as they are, bit for bit", "[terrain]") {
  const Heightmap map = hilly_land(60, 50, 10, 200);
  CHECK(rained(map, {.droplets = 0}).heights.heights == map.heights);
  CHECK(rained(map, {.erosion = 0}).heights.heights == map.heights);
  Heightmap flat(GridSpec{60, 50, 10, {0, 0}});
  for (float& h : flat.heights.values()) h = 12.5f;
  CHECK(rained(flat).heights.heights == flat.heights);
}

TEST_CASE("hydraulic erosion: maps of any size work, and those too small stay as they are", "[terrain]") {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{3, 50}, std::pair{50, 2}}) {
    const Heightmap map = hilly_land(width, height, 10, 100);
    CHECK(rained(map).heights.heights == map.heights);
  }
  for (const auto& [width, height] : {std::pair{4, 4}, std::pair{5, 33}, std::pair{64, 5}}) {
    const HydraulicResult result = rained(hilly_land(width, height, 10, 100));
    CHECK(result.heights.grid() == GridSpec{width, height, 10, {0, 0}});
    CHECK(result.balance.worn == result.balance.laid + result.balance.left);
  }
}

TEST_CASE("hydraulic erosion: the result does not depend on the number of threads", "[terrain]") {
  const Heightmap map = hilly_land(150, 170, 10, 300);
  const HydraulicErosionParams params{.droplets = 1, .lifetime = 16};
  const ThreadLimit one(1);
  const HydraulicResult expected = rained(map, params);
  for (const int threads : {2, 8}) {
    const ThreadLimit some(threads);
    CHECK(same(rained(map, params), expected));
  }
}

TEST_CASE("hydraulic erosion: every SIMD target gives the same bits", "[terrain][simd]") {
  const auto targets = simd_targets();
  const Heightmap map = hilly_land(61, 83, 10, 300);
  const Heightmap soft = hilly_land(61, 83, 10, 2);
  // On level ground droplets come to rest, each after another number of steps.
  Heightmap flooded = map;
  for (float& height : flooded.heights.values()) height = std::max(height, 150.0f);
  const HydraulicErosionParams params{.droplets = 1}, by_the_sea{.droplets = 2, .coarsest = 10, .sea_level = 150};
  const HydraulicErosionParams bounded{.droplets = 1, .reach = 600};
  REQUIRE(limit_simd_targets("scalar"));
  const HydraulicResult expected = rained(map, params, &soft), expected_by_the_sea = rained(flooded, by_the_sea);
  const HydraulicResult expected_bounded = rained(map, bounded);
  for (const std::string& target : targets) {
    REQUIRE(limit_simd_targets(target));
    INFO(target);
    CHECK(same(rained(map, params, &soft), expected));
    CHECK(same(rained(flooded, by_the_sea), expected_by_the_sea));
    CHECK(same(rained(map, bounded), expected_bounded));
  }
  limit_simd_targets(targets.front());
}

TEST_CASE("hydraulic erosion: another seed rains elsewhere on the same valleys", "[terrain]") {
  const Heightmap map = hilly_land(128, 128, 10, 300);
  const Heightmap a = rained(map).heights;
  const Heightmap b = rained(map, {}, nullptr, 2).heights;
  CHECK_FALSE(a.heights == b.heights);
  CHECK(correlation(minus(a, map), minus(b, map)) > 0.8);
}

TEST_CASE("hydraulic erosion: flow in a valley is the area that drains there", "[terrain]") {
  // Two planes that lean towards a middle line which falls to the south: rain runs into it and leaves there.
  Heightmap map(GridSpec{96, 96, 10, {0, 0}});
  for (int y = 0; y < 96; ++y) {
    for (int x = 0; x < 96; ++x) map.heights.at(x, y) = static_cast<float>(5 * std::abs(x - 47.5) + 4 * (96 - y));
  }
  const HydraulicErosionParams params{.droplets = 12, .erosion = 0, .evaporation = 0};
  const Heightmap flow = rained(map, params).flow;
  for (const int y : {40, 60, 80}) {
    double through = 0;
    for (int x = 40; x < 56; ++x) through += flow.heights.at(x, y);
    // Each plane's fall line moves 0.8 rows per column, so what starts in row r arrives below; a droplet that crosses a
    // row is counted about once per row, 1.28 times on the slanted way across the planes.
    double drained = 0;
    for (int r = 0; r <= y; ++r) drained += std::min(96.0, 2 * (y - r) / 0.8 + 16) * 100;
    INFO("row " << y << ": " << through << " of " << drained);
    CHECK(through > 0.75 * drained);
    CHECK(through < 1.35 * drained);
  }
}

TEST_CASE("hydraulic erosion: leaves no needles and no pits", "[terrain]") {
  for (const double erosion : {0.05, 0.3, 1.0}) {
    const Heightmap map = hilly_land(129, 129, 10, 400);
    const HydraulicResult result = rained(map, {.erosion = erosion});
    INFO("erosion " << erosion);
    CHECK(deepest_pit(result.heights) < 0.25 * map.cell_size);
    const HeightRange before = height_range(map);
    const HeightRange after = height_range(result.heights);
    CHECK(after.max <= before.max + 0.1f);
    CHECK(after.min >= before.min - 0.5f * static_cast<float>(map.cell_size));
  }
}

namespace {

// The steepest rise over run between samples beside each other.
double steepest_step(const Heightmap& map) {
  float steepest = 0;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      const float here = map.heights.at(x, y);
      if (x + 1 < map.width()) steepest = std::max(steepest, std::abs(here - map.heights.at(x + 1, y)));
      if (y + 1 < map.height()) steepest = std::max(steepest, std::abs(here - map.heights.at(x, y + 1)));
    }
  }
  return steepest / map.cell_size;
}

}  // namespace

TEST_CASE("hydraulic erosion: no droplet is counted again and again in a hollow, and no bank stands too steep",
          "[terrain]") {
  double wettest = 0, steepest_before = 0, steepest = 0;
  for (const std::uint64_t seed : {1u, 2u}) {
    const Heightmap map = hilly_land(160, 160, 10, 300);
    const HydraulicResult result = rained(map, {.droplets = 6}, nullptr, seed);
    wettest = std::max<double>(wettest, height_range(result.flow).max / (160 * 160 * 100));
    steepest_before = std::max(steepest_before, steepest_step(map));
    steepest = std::max(steepest, steepest_step(result.heights));
  }
  INFO("wettest " << wettest << ", steepest " << steepest_before << " -> " << steepest);
  CHECK(wettest < 0.99);
  CHECK(steepest < std::max(steepest_before, 1.01));
}

TEST_CASE("hydraulic erosion: hard ground is not worn", "[terrain]") {
  const Heightmap map = hilly_land(128, 128, 10, 300);
  Heightmap hardness(map.grid());
  for (int y = 0; y < 128; ++y) {
    for (int x = 0; x < 128; ++x) hardness.heights.at(x, y) = x < 64 ? 0 : 1;
  }
  HydraulicErosionParams params;
  params.erodibility.range = {0, 10};
  params.erodibility.stage = "hardness";
  const HydraulicResult result = rained(map, params, &hardness);
  double hard = 0;
  double soft = 0;
  for (int y = 0; y < 128; ++y) {
    for (int x = 0; x < 128; ++x) {
      if (x < 48) hard += result.wear.heights.at(x, y);
      if (x >= 80) soft += result.wear.heights.at(x, y);
    }
  }
  CHECK(hard == 0);
  CHECK(soft > 1000);
  params.erodibility = 0;
  CHECK(total_height(rained(map, params).wear) == 0);
}

TEST_CASE("hydraulic erosion: land that was steeper than banks may become is worn too", "[terrain]") {
  // Slopes of 60 degrees.
  Heightmap ridge(GridSpec{96, 96, 10, {0, 0}});
  for (int y = 0; y < 96; ++y) {
    for (int x = 0; x < 96; ++x) ridge.heights.at(x, y) = static_cast<float>(17.3 * std::min(x, 95 - x));
  }
  const HydraulicResult result = rained(ridge);
  CHECK(total_height(result.wear) / (96 * 96) > 10);
}

TEST_CASE("hydraulic erosion: nothing is worn below the sea", "[terrain]") {
  const Heightmap map = hilly_land(96, 96, 10, 300);
  const HydraulicResult result = rained(map, {.coarsest = 10, .sea_level = 150});
  CHECK(result.balance.worn == result.balance.laid + result.balance.left);
  double deep = 0;
  double high = 0;
  for (std::size_t i = 0; i < map.heights.size(); ++i) {
    if (map.heights.values()[i] < 140) deep += result.wear.heights.values()[i];
    if (map.heights.values()[i] > 160) high += result.wear.heights.values()[i];
  }
  CHECK(deep < 0.01 * high);
}

TEST_CASE("hydraulic erosion: twice the resolution gives the same valleys", "[terrain]") {
  const Heightmap coarse_land = hilly_land(129, 129, 10, 300);
  const Heightmap fine_land = hilly_land(257, 257, 5, 300);
  const Heightmap coarse = rained(coarse_land, {.radius = 20}).heights;
  const Heightmap fine = rained(fine_land, {.radius = 20}).heights;
  Heightmap sampled(coarse_land.grid());
  for (int y = 0; y < 129; ++y) {
    for (int x = 0; x < 129; ++x) sampled.heights.at(x, y) = fine.heights.at(2 * x, 2 * y);
  }
  CHECK(correlation(coarse, sampled) > 0.97);
  CHECK(correlation(minus(coarse, coarse_land), minus(sampled, coarse_land)) > 0.7);
}

TEST_CASE("hydraulic erosion: refuses another grid and more steps than it promises", "[terrain]") {
  const Heightmap map = hilly_land(64, 64, 10, 100);
  const Heightmap other = hilly_land(64, 65, 10, 1);
  CHECK_THROWS_AS(rained(map, {}, &other), StageError);
  const Heightmap large(GridSpec{8192, 4096, 1, {0, 0}});
  CHECK_THROWS_AS(rained(large, {.droplets = 64, .lifetime = 256}), StageError);
}

TEST_CASE("hydraulic erosion: reports progress and stops when asked", "[terrain]") {
  std::atomic<bool> stop{false};
  int reports = 0;
  RunContext context;
  context.stop = &stop;
  context.on_progress = [&](double share) {
    CHECK((share >= 0 && share <= 1));
    if (++reports == 3) stop = true;
  };
  CHECK_THROWS_AS(erode_hydraulically(hilly_land(64, 64, 10, 100), {}, {}, context), Interrupted);
  CHECK(reports == 3);
}
