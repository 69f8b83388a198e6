#include "support/catch.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/simd.h"
#include "engine/graph/stage.h"
#include "stages/land/erosion/thermal_erosion.h"

using namespace weald;
using namespace weald::terrain;

static_assert(pipeline::WholeStage<ThermalErosion>);
static_assert(schema::has_sound_defaults<ThermalErosionParams>());

namespace {

Heightmap rough(int width, int height, double cell_size, double amplitude) {
  Heightmap map(GridSpec{width, height, cell_size, {0, 0}});
  const Rng rng(1);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      map.heights.at(x, y) =
          static_cast<float>(amplitude * rng.uniform(static_cast<unsigned>(x), static_cast<unsigned>(y)));
    }
  }
  return map;
}

double mass(const Heightmap& map) {
  double sum = 0;
  for (const float h : map.heights.values()) sum += h;
  return sum;
}

// Steepest slope between neighbours of eight, as rise over run.
double steepest(const Heightmap& map) {
  double slope = 0;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 1}, std::pair{-1, 1}}) {
        if (x + dx < 0 || x + dx >= map.width() || y + dy >= map.height()) continue;
        const double rise = std::abs(double{map.heights.at(x, y)} - map.heights.at(x + dx, y + dy));
        slope = std::max(slope, rise / (map.cell_size * std::sqrt(static_cast<double>(dx * dx + dy * dy))));
      }
    }
  }
  return slope;
}

Heightmap eroded(const Heightmap& map, double talus, int iterations, double rate = 1) {
  return erode_thermally(map, {.talus = talus, .iterations = iterations, .rate = rate}, {});
}

}  // namespace

TEST_CASE("thermal erosion: one step on a spike moves the stated shares to its eight neighbours", "[terrain]") {
  Heightmap map(GridSpec{5, 5, 2.0, {0, 0}});
  map.heights.at(2, 2) = 10;
  const Heightmap after = eroded(map, 45, 1, 0.5);
  const double axis = 0.5 * 0.2 * (10 - 2);
  const double diagonal = 0.5 * 0.05 * (10 - 2 * std::sqrt(2.0));
  CHECK(after.heights.at(1, 2) == Approx(axis));
  CHECK(after.heights.at(2, 3) == Approx(axis));
  CHECK(after.heights.at(1, 1) == Approx(diagonal));
  CHECK(after.heights.at(3, 1) == Approx(diagonal));
  CHECK(after.heights.at(2, 2) == Approx(10 - 4 * axis - 4 * diagonal));
  CHECK(after.heights.at(0, 2) == 0);
}

TEST_CASE("thermal erosion: slopes at rest stay as they are, bit for bit", "[terrain]") {
  Heightmap map(GridSpec{40, 30, 1.0, {0, 0}});
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) map.heights.at(x, y) = 0.5f * static_cast<float>(x);
  }
  CHECK(eroded(map, 26.6, 100).heights == map.heights);
  CHECK_FALSE(eroded(map, 26.5, 1).heights == map.heights);
}

TEST_CASE("thermal erosion: mass is kept to float rounding", "[terrain]") {
  const Heightmap map = rough(97, 61, 1.0, 30);
  for (const double talus : {0.0, 20.0, 60.0}) {
    const Heightmap after = eroded(map, talus, 300);
    // Each step rounds each of the 5917 heights by at most half an ulp of 30; the errors do not add up one-sidedly.
    CHECK(mass(after) == Approx(mass(map)).epsilon(1e-6));
  }
}

TEST_CASE("thermal erosion: after enough steps no slope is steeper than the talus angle", "[terrain]") {
  for (const double talus : {10.0, 30.0, 50.0}) {
    const Heightmap after = eroded(rough(33, 33, 1.0, 40), talus, 3000);
    CHECK(steepest(after) <= math::tan_deg(talus) * 1.001 + 1e-4);
    CHECK(steepest(after) > 0.5 * math::tan_deg(talus));
  }
}

TEST_CASE("thermal erosion: heights never leave the range of the input", "[terrain]") {
  const Heightmap map = rough(50, 50, 0.5, 100);
  const HeightRange before = height_range(map);
  for (const int iterations : {1, 3, 10, 100}) {
    const HeightRange after = height_range(eroded(map, 0, iterations));
    CHECK(after.min >= before.min - 1e-4f);
    CHECK(after.max <= before.max + 1e-4f);
  }
}

TEST_CASE("thermal erosion: a pile spreads to a round cone, not a square or a diamond", "[terrain]") {
  Heightmap map(GridSpec{81, 81, 1.0, {0, 0}});
  for (int y = 32; y <= 48; ++y) {
    for (int x = 32; x <= 48; ++x) map.heights.at(x, y) = 60;
  }
  const Heightmap cone = eroded(map, 30, 2500);
  const auto height_at_radius = [&](double degrees, double radius) {
    return sample_bilinear(cone, 40 + radius * std::cos(degrees * 3.14159265 / 180),
                           40 + radius * std::sin(degrees * 3.14159265 / 180));
  };
  for (const double radius : {8.0, 16.0, 24.0}) {
    const double along = height_at_radius(0, radius);
    REQUIRE(along > 1);
    for (const double degrees : {15.0, 22.5, 30.0, 45.0}) {
      // At rest the slopes to eight neighbours are bounded, so the contours are octagons: 8 % steeper at 22.5 degrees.
      // A rule for four neighbours would be 41 % steeper at 45. One cell of talus slope is 0.58 m.
      CHECK(std::abs(height_at_radius(degrees, radius) - along) < 0.0824 * 0.577 * radius + 0.6);
    }
  }
}

TEST_CASE("thermal erosion: symmetric input stays symmetric, bit for bit", "[terrain]") {
  Heightmap map = rough(31, 31, 1.0, 50);
  for (int y = 0; y < 31; ++y) {
    for (int x = 0; x < 31; ++x) map.heights.at(x, y) = map.heights.at(std::min(x, 30 - x), std::min(y, 30 - y));
  }
  const Heightmap after = eroded(map, 20, 50);
  int different = 0;
  for (int y = 0; y < 31; ++y) {
    for (int x = 0; x < 31; ++x) {
      different += after.heights.at(x, y) != after.heights.at(30 - x, y);
      different += after.heights.at(x, y) != after.heights.at(x, 30 - y);
    }
  }
  CHECK(different == 0);
}

TEST_CASE("thermal erosion: the result does not depend on the number of threads", "[terrain]") {
  const Heightmap map = rough(150, 200, 1.0, 50);
  const Heightmap many = eroded(map, 20, 20);
  const ThreadLimit one(1);
  CHECK(eroded(map, 20, 20).heights == many.heights);
}

TEST_CASE("thermal erosion: every SIMD target gives the bits of the plain step", "[terrain][simd]") {
  const auto targets = simd_targets();
  for (const int width : {2, 3, 9, 17, 18, 19, 33, 100}) {
    const Heightmap map = rough(width, 11, 1.0, 30);
    REQUIRE(limit_simd_targets("scalar"));
    const Heightmap expected = eroded(map, 25, 7);
    for (const std::string& target : targets) {
      REQUIRE(limit_simd_targets(target));
      INFO(target << ", width " << width);
      CHECK(eroded(map, 25, 7).heights == expected.heights);
    }
  }
  limit_simd_targets(targets.front());
}

TEST_CASE("thermal erosion: maps of one row or column, no steps and rate zero are fine", "[terrain]") {
  const Heightmap row = rough(40, 1, 1.0, 10);
  CHECK(mass(eroded(row, 10, 50)) == Approx(mass(row)).epsilon(1e-6));
  CHECK(steepest(eroded(row, 10, 5000)) <= math::tan_deg(10) + 1e-3);
  const Heightmap column = rough(1, 40, 1.0, 10);
  CHECK(steepest(eroded(column, 10, 5000)) <= math::tan_deg(10) + 1e-3);
  const Heightmap map = rough(9, 9, 1.0, 10);
  CHECK(eroded(map, 10, 0).heights == map.heights);
  CHECK(eroded(map, 10, 5, 0).heights == map.heights);
  CHECK(eroded(rough(1, 1, 1, 5), 10, 5).heights == rough(1, 1, 1, 5).heights);
}

TEST_CASE("thermal erosion: reports progress and stops when asked", "[terrain]") {
  std::atomic<bool> stop{false};
  int reports = 0;
  RunContext context;
  context.stop = &stop;
  context.on_progress = [&](double share) {
    CHECK((share >= 0 && share <= 1));
    if (++reports == 3) stop = true;
  };
  CHECK_THROWS_AS(erode_thermally(rough(20, 20, 1, 5), {.talus = 10, .iterations = 100}, context), Interrupted);
  CHECK(reports == 3);
}
