#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/math/math.h"
#include "base/rng.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/incision.h"
#include "stages/land/water/detail/multigrid.h"

using namespace weald;
using namespace weald::hydrology;

namespace {

constexpr float kOutsideHeight = std::numeric_limits<float>::infinity();

template <class Height>
std::vector<float> heights_on(const Cells& cells, const Height& at) {
  std::vector<float> heights(cells.count(), kOutsideHeight);
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) heights[cells.at(x, y)] = static_cast<float>(at(x, y));
  }
  return heights;
}

}  // namespace

TEST_CASE("wear of a row: the power of the area is that of math::pow", "[hydrology]") {
  std::vector<std::uint32_t> area;
  for (double a = 1; a < 2e9; a = std::max(a + 1, std::floor(a * 1.37))) area.push_back(static_cast<std::uint32_t>(a));
  const int count = static_cast<int>(area.size());
  area.resize(area.size() + kSlack);
  const std::vector<std::uint8_t> direction(area.size(), kEast);
  const std::vector<float> flat(area.size(), 0.0f);
  for (const float exponent : {0.2f, 0.45f, 0.5f, 0.8f}) {
    std::vector<detail::Wear> wear(area.size());
    // On flat ground the length is three quarters of a cell, that of the limit 0.4.
    detail::wear_row({.north = flat.data(),
                      .height = flat.data() + 1,
                      .south = flat.data(),
                      .area = area.data(),
                      .direction = direction.data(),
                      .uniform_erodibility = 1,
                      .scale = 0.75f,
                      .exponent = exponent,
                      .rise = 2,
                      .count = count},
                     wear.data());
    for (int i = 0; i < count; ++i) {
      const double power = math::pow(area[static_cast<std::size_t>(i)], double{exponent});
      CHECK(wear[static_cast<std::size_t>(i)].rate == Approx(power).epsilon(2e-5));
      CHECK(wear[static_cast<std::size_t>(i)].limit == 0.8f);
    }
  }
}

TEST_CASE("drainage: from every cell of rough ground the water comes to an outlet, and all of it arrives",
          "[hydrology]") {
  for (const int size : {2, 3, 9, 150, 300}) {
    const Cells cells{size, size + 1};
    const Rng rng(3);
    std::vector<float> heights = heights_on(cells, [&](int x, int y) {
      return std::floor(rng.uniform(static_cast<unsigned>(x), static_cast<unsigned>(y)) * 50);
    });
    Drainage drainage(cells, side_outlets(cells, OutletSides::south), std::make_shared<RoutingWeights>(1, 0.3));
    drainage.route(heights);
    std::uint64_t arrived = 0;
    for (int y = 0; y < cells.height; ++y) {
      for (int x = 0; x < cells.width; ++x) {
        Cell cell = cells.at(x, y);
        if (drainage.directions()[cell] == kOutlet) arrived += drainage.areas()[cell];
        std::size_t steps = 0;
        while (drainage.directions()[cell] != kOutlet && ++steps < cells.count()) cell = drainage.receiver(cell);
        REQUIRE(drainage.outlets()[cell] == 1);
      }
    }
    CHECK(arrived == static_cast<std::uint64_t>(size) * static_cast<std::uint64_t>(size + 1));
  }
}

TEST_CASE("drainage: a few pits are drained over their sills without changing the ground", "[hydrology]") {
  const Cells cells{200, 200};
  std::vector<float> heights = heights_on(cells, [](int x, int y) {
    const bool pit = (x % 50 == 20 && y % 50 == 20) || (x % 50 == 21 && y % 50 == 21);
    return 0.5 * y + 0.1 * x - (pit ? 8 : 0);
  });
  const std::vector<float> before = heights;
  Drainage drainage(cells, side_outlets(cells, OutletSides::north), std::make_shared<RoutingWeights>(1, 0.0));
  drainage.route(heights);
  CHECK(heights == before);
  std::uint64_t arrived = 0;
  for (int x = 0; x < 200; ++x) arrived += drainage.areas()[cells.at(x, 0)];
  CHECK(arrived == 200 * 200);
}

TEST_CASE("drainage: out of hollows the water takes the lowest sills, and slopes drain as they did", "[hydrology]") {
  const auto steps = GENERATE(0.0, 6.0);  // terraces of so many metres: level ground
  const Heightmap map = rough_ground({150, 130, 20, {0, 0}}, 1500, 100, 0, 4, 9);
  const Cells cells = cells_of(map.grid());
  const std::vector<float> ground = heights_on(cells, [&](int x, int y) {
    const double height = map.heights.at(x, y);
    return steps > 0 ? steps * std::floor(height / steps) : height;
  });
  const auto outlets = side_outlets(cells, OutletSides::west);
  std::vector<float> level = ground, heights = ground;
  flood(cells, level, outlets, FillSurface::level);
  const auto weights = std::make_shared<RoutingWeights>(1, 0.4);
  Drainage drainage(cells, outlets, weights);
  drainage.route_out_of_hollows(heights);
  std::size_t raised = 0, wrong_sill = 0, not_above = 0, rose = 0;
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      const Cell start = cells.at(x, y);
      float highest = ground[start];
      Cell cell = start;
      std::size_t way = 0;
      for (; drainage.directions()[cell] != kOutlet && way < cells.count(); ++way) {
        cell = drainage.receiver(cell);
        highest = std::max(highest, ground[cell]);
      }
      REQUIRE(way < cells.count());
      raised += level[start] > ground[start] ? 1u : 0u;
      wrong_sill += highest != level[start] ? 1u : 0u;
      rose += heights[start] > ground[start] ? 1u : 0u;
      if (drainage.directions()[start] != kOutlet && !(heights[start] > heights[drainage.receiver(start)])) ++not_above;
    }
  }
  CHECK(raised > 1000);
  CHECK(wrong_sill == 0);
  CHECK(not_above == 0);
  CHECK(rose == 0);
}

TEST_CASE("incision: a river in balance has the profile of the stream-power law", "[hydrology]") {
  // A gutter of 9 columns: the river in the middle drains whole rows. In balance dz/dx = U/K A^-m, and with
  // A = w x the profile is z = U/K w^-m x^(1 - m) / (1 - m).
  constexpr int kWidth = 9, kLength = 400;
  constexpr double kCell = 50, kUplift = 1e-3, kErodibility = 2e-5;
  for (const double m : {0.4, 0.5}) {
    const Cells cells{kWidth, kLength + 1};
    Incision land(cells, heights_on(cells, [](int x, int y) { return 20.0 * std::abs(x - 4) + 0.1 * y; }),
                  side_outlets(cells, OutletSides::north), std::make_shared<RoutingWeights>(1, 0.0));
    for (int i = 0; i < 60; ++i) {
      land.step({.years = 1e6,
                 .cell_size = kCell,
                 .uplift = kUplift,
                 .erodibility = kErodibility,
                 .area_exponent = m,
                 .max_slope = 1e3});
    }
    const auto height = [&](int y) { return double{land.heights()[cells.at(4, y)]} - land.heights()[cells.at(4, 0)]; };
    const double width = kWidth * kCell, length = (kLength + 1) * kCell;
    const auto integral = [&](double x) {
      return kUplift / kErodibility * math::pow(width, -m) * math::pow(x, 1 - m) / (1 - m);
    };
    double exact = 0;
    // The last rows are no gutter: the border of the map turns their water.
    for (int y = 1; y <= kLength - 8; ++y) {
      const double area = kWidth * (kLength + 1 - y) * kCell * kCell;
      exact += kUplift / kErodibility * math::pow(area, -m) * kCell;
      CHECK(height(y) == Approx(exact).epsilon(1e-3));
    }
    for (const int y : {50, 200, 350})
      CHECK(height(y) == Approx(integral(length) - integral(length - y * kCell)).epsilon(0.02));
  }
}

TEST_CASE("incision: slopes at the limit stand as a round cone about an outlet", "[hydrology]") {
  constexpr int kSize = 161, kMiddle = 80;
  const Cells cells{kSize, kSize};
  std::vector<std::uint8_t> outlets(cells.count(), 0);
  outlets[cells.at(kMiddle, kMiddle)] = 1;
  Incision land(cells, heights_on(cells, [](int, int) { return 0.0; }), outlets,
                std::make_shared<RoutingWeights>(1, 0.35));
  land.fill();
  for (int i = 0; i < 60; ++i) {
    land.step(
        {.years = 1000, .cell_size = 10, .uplift = 0.1, .erodibility = 1e-12, .area_exponent = 0.45, .max_slope = 0.5});
  }
  double least = 10, most = 0, sum = 0, count = 0;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const double r = std::hypot(x - kMiddle, y - kMiddle);
      if (r < 20 || r > 70) continue;
      const double slope = land.heights()[cells.at(x, y)] / (10 * r);
      least = std::min(least, slope), most = std::max(most, slope), sum += slope, count += 1;
    }
  }
  INFO(least << " " << most << " mean " << sum / count);
  CHECK(sum / count == Approx(0.5).epsilon(0.05));
  CHECK(most / least < 1.08);  // steps of a grid alone make it 1.082, in eight facets
}

TEST_CASE("incision: outlets keep their height, and every other cell lies above its receiver", "[hydrology]") {
  const Cells cells{130, 97};
  const Rng rng(8);
  Incision land(
      cells,
      heights_on(cells,
                 [&](int x, int y) { return 30 * rng.uniform(static_cast<unsigned>(x), static_cast<unsigned>(y)); }),
      side_outlets(cells, OutletSides::all), std::make_shared<RoutingWeights>(1, 0.3));
  const std::vector<float> before(land.heights().begin(), land.heights().end());
  for (int i = 0; i < 5; ++i) {
    land.creep(0.3);
    land.step({.years = 1e4, .cell_size = 20, .uplift = 1e-3, .erodibility = 1e-5, .max_slope = 0.7});
    for (int y = 0; y < cells.height; ++y) {
      for (int x = 0; x < cells.width; ++x) {
        const Cell cell = cells.at(x, y);
        if (land.drainage().directions()[cell] == kOutlet) {
          REQUIRE(land.heights()[cell] == before[cell]);
        } else {
          REQUIRE(land.heights()[cell] > land.heights()[land.drainage().receiver(cell)]);
        }
      }
    }
  }
}

TEST_CASE("creep: the sum of heights stays, whatever the amount, and a wave decays as it must", "[hydrology]") {
  const Cells cells{64, 48};
  const auto wave = [&](double amount) {
    // Half a wave fits the columns: the cosine that has no slope at either border of the map.
    std::vector<float> heights =
        heights_on(cells, [](int x, int) { return 100 + 50 * math::cos(math::kPi * (x + 0.5) / 64); });
    diffuse(cells, heights, amount);
    return heights;
  };
  for (const double amount : {0.0, 0.1, 5.0, 1000.0}) {
    const auto heights = wave(amount);
    double sum = 0;
    for (int y = 0; y < 48; ++y) {
      for (int x = 0; x < 64; ++x) sum += heights[cells.at(x, y)];
    }
    CHECK(sum == Approx(100.0 * 64 * 48).epsilon(1e-4));
    // One implicit step divides a wave by 1 + amount (2 - 2 cos k).
    const double decay = 1 / (1 + amount * (2 - 2 * math::cos(math::kPi / 64)));
    CHECK(heights[cells.at(0, 20)] - 100 == Approx(50 * math::cos(math::kPi / 128) * decay).epsilon(1e-3));
  }
}
