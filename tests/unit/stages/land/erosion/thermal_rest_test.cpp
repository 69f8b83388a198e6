#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/simd.h"
#include "stages/land/erosion/thermal_erosion.h"
#include "unit/stages/land/erosion/erosion_lands.h"

using namespace weald;
using namespace weald::terrain;
using test::hilly_land;
using test::random_land;
using test::total_height;

namespace {

// Steepest slope between neighbours of eight, as a multiple of the tangent of the talus at rest: 1 is at rest.
double steepest_share(const Heightmap& map, const Heightmap& talus) {
  double share = 0;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 1}, std::pair{-1, 1}}) {
        if (x + dx < 0 || x + dx >= map.width() || y + dy >= map.height()) continue;
        const double rise = std::abs(double{map.heights.at(x, y)} - map.heights.at(x + dx, y + dy));
        const double tangent =
            0.5 * (math::tan_deg(talus.heights.at(x, y)) + math::tan_deg(talus.heights.at(x + dx, y + dy)));
        share = std::max(share, rise / (map.cell_size * std::hypot(dx, dy)) / tangent);
      }
    }
  }
  return share;
}

Heightmap constant(const Heightmap& like, double value) {
  Heightmap map(like.grid());
  for (float& v : map.heights.values()) v = static_cast<float>(value);
  return map;
}

ThermalErosionParams until_rest(double talus) {
  ThermalErosionParams params;
  params.talus = talus;
  params.until = ThermalEnd::rest;
  return params;
}

int steps_to_rest(const Heightmap& map, double talus) {
  int steps = 0;
  RunContext context;
  context.on_progress = [&](double) { ++steps; };
  context.on_warning = [](const std::string& message, std::string_view) { FAIL_CHECK(message); };
  erode_thermally(map, until_rest(talus), context);
  return steps;
}

}  // namespace

TEST_CASE("thermal erosion until rest: nothing is steeper than the talus, and mass is kept", "[terrain]") {
  for (const double talus : {10.0, 30.0, 50.0}) {
    for (const Heightmap& map : {random_land(65, 50, 2, 40), hilly_land(100, 90, 10, 800)}) {
      const Heightmap after = erode_thermally(map, until_rest(talus), {});
      INFO("talus " << talus);
      CHECK(steepest_share(after, constant(map, talus)) <= 1.00001);
      CHECK(steepest_share(after, constant(map, talus)) > 0.9);
      CHECK(total_height(after) == Approx(total_height(map)).epsilon(1e-5));
    }
  }
}

TEST_CASE("thermal erosion until rest: land at rest stays as it is, bit for bit", "[terrain]") {
  const Heightmap map = hilly_land(60, 60, 10, 20);
  CHECK(erode_thermally(map, until_rest(60), {}).heights == map.heights);
}

TEST_CASE("thermal erosion until rest: needs far fewer steps than plain steps do", "[terrain]") {
  // A tower whose scree reaches 50 samples far.
  Heightmap tower(GridSpec{161, 161, 1, {0, 0}});
  for (int y = 70; y <= 90; ++y) {
    for (int x = 70; x <= 90; ++x) tower.heights.at(x, y) = 300;
  }
  const int steps = steps_to_rest(tower, 30);
  CHECK(steps < 1500);
  // Plain steps are far from rest after ten times as many.
  ThermalErosionParams plain;
  plain.talus = 30;
  plain.rate = 1;
  plain.iterations = 5 * steps;
  const Heightmap after = erode_thermally(tower, plain, {});
  CHECK(steepest_share(after, constant(tower, 30)) > 1.002);
}

TEST_CASE("thermal erosion until rest: a tower becomes the round cone of its volume", "[terrain]") {
  Heightmap tower(GridSpec{121, 121, 1, {0, 0}});
  for (int y = 53; y <= 67; ++y) {
    for (int x = 53; x <= 67; ++x) tower.heights.at(x, y) = 150;
  }
  const Heightmap cone = erode_thermally(tower, until_rest(35), {});
  const double volume = total_height(tower);
  const double slope = math::tan_deg(35);
  const double radius = std::cbrt(3 * volume / (math::kPi * slope));
  for (const double share : {0.2, 0.4, 0.6, 0.8}) {
    for (int degrees = 0; degrees < 360; degrees += 15) {
      INFO("at " << share << " of the radius, " << degrees << " degrees");
      const double x = 60 + share * radius * math::cos_deg(degrees), y = 60 + share * radius * math::sin_deg(degrees);
      CHECK(sample_bilinear(cone, x, y) == Approx((1 - share) * radius * slope).margin(0.02 * radius * slope));
    }
  }
}

TEST_CASE("thermal erosion until rest: no gradient is steeper than the talus", "[terrain]") {
  const Heightmap after = erode_thermally(hilly_land(130, 110, 10, 900), until_rest(12), {});
  double steepest = 0;
  for (int y = 1; y + 1 < after.height(); ++y) {
    for (int x = 1; x + 1 < after.width(); ++x) {
      const double east = double{after.heights.at(x + 1, y)} - after.heights.at(x - 1, y);
      const double south = double{after.heights.at(x, y + 1)} - after.heights.at(x, y - 1);
      steepest = std::max(steepest, std::hypot(east, south) / 20);
    }
  }
  CHECK(steepest <= math::tan_deg(12) * 1.00001);
}

TEST_CASE("thermal erosion: a field of the talus rules each place", "[terrain]") {
  const Heightmap map = hilly_land(90, 80, 10, 900);
  Heightmap talus(map.grid());
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 90; ++x) talus.heights.at(x, y) = static_cast<float>(15 + 0.5 * x);
  }
  ThermalErosionParams params = until_rest(0);
  params.talus.range = {0, 89};
  params.talus.stage = "talus";
  const Heightmap after = erode_thermally(map, params, {}, &talus);
  CHECK(steepest_share(after, talus) <= 1.00001);
  CHECK(total_height(after) == Approx(total_height(map)).epsilon(1e-5));
  params.until = ThermalEnd::steps;
  params.iterations = 20;
  const Heightmap same = constant(map, 30);
  ThermalErosionParams number = params;
  number.talus = 30;
  const Heightmap by_field = erode_thermally(map, params, {}, &same);
  const Heightmap by_number = erode_thermally(map, number, {});
  double worst = 0;
  for (std::size_t i = 0; i < map.heights.size(); ++i) {
    worst = std::max<double>(worst, std::abs(by_field.heights.values()[i] - by_number.heights.values()[i]));
  }
  CHECK(worst < 1e-3);
  const Heightmap other = constant(hilly_land(90, 81, 10, 1), 30);
  CHECK_THROWS_AS(erode_thermally(map, params, {}, &other), StageError);
}

TEST_CASE("thermal erosion until rest: threads and SIMD targets give the same bits", "[terrain][simd]") {
  const Heightmap map = hilly_land(90, 130, 10, 900);
  const Heightmap expected = erode_thermally(map, until_rest(25), {});
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    CHECK(erode_thermally(map, until_rest(25), {}).heights == expected.heights);
  }
  const auto targets = simd_targets();
  for (const std::string& target : targets) {
    REQUIRE(limit_simd_targets(target));
    CHECK(erode_thermally(map, until_rest(25), {}).heights == expected.heights);
  }
  limit_simd_targets(targets.front());
}

TEST_CASE("thermal erosion until rest: level ground is reached with a talus of zero degrees", "[terrain]") {
  const Heightmap row = random_land(30, 1, 1, 10);
  int warnings = 0;
  RunContext context;
  context.on_warning = [&](const std::string&, std::string_view) { ++warnings; };
  const Heightmap after = erode_thermally(row, until_rest(0), context);
  CHECK(height_range(after).max - height_range(after).min < 0.05f);
  CHECK(total_height(after) == Approx(total_height(row)).epsilon(1e-5));
}
