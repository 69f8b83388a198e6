#include "support/catch.h"

#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/depression_breaching.h"
#include "unit/stages/land/water/hollow_lands.h"
#include "unit/stages/land/water/plain_breaching.h"

using namespace weald;
using namespace weald::hydrology;

namespace {

// Directions towards any of the lower neighbours, by chance; kOutlet at outlets, kPit where no neighbour is lower.
std::vector<std::uint8_t> downhill(const Cells& cells, std::span<const float> heights,
                                   std::span<const std::uint8_t> outlets, std::uint64_t seed) {
  std::vector<std::uint8_t> directions(cells.count(), kOutside);
  const Rng rng(seed);
  const auto steps = cells.steps();
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      const Cell cell = cells.at(x, y);
      directions[cell] = kPit;
      double best = -1;
      for (int d = 0; d < kDirections; ++d) {
        if (!(heights[cell + steps[static_cast<std::size_t>(d)]] < heights[cell])) continue;
        const double chance = rng.four_uniforms(cell, static_cast<std::uint64_t>(d))[0];
        if (chance > best) best = chance, directions[cell] = static_cast<std::uint8_t>(d);
      }
      if (outlets[cell] != 0) directions[cell] = kOutlet;
    }
  }
  return directions;
}

struct Outcome {
  std::vector<std::uint8_t> fast, plain;
};

Outcome breach_both(const Heightmap& land, std::vector<std::uint8_t> outlets, std::uint64_t seed) {
  const Cells cells = cells_of(land.grid());
  const std::vector<float> heights = in_cells(land, std::numeric_limits<float>::infinity());
  Outcome outcome;
  outcome.fast = downhill(cells, heights, outlets, seed);
  outcome.plain = outcome.fast;
  detail::breach_depressions(cells, heights, seed, outcome.fast);
  test::breach_depressions_cell_by_cell(cells, heights, outlets, seed, outcome.plain);
  return outcome;
}

}  // namespace

TEST_CASE("breaching: the directions are those of a search over every cell", "[hydrology]") {
  for (const test::HollowLand& land : test::hollow_lands()) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Heightmap map = test::hollow_land(land, 3 + static_cast<int>(seed * 7 % 50), 41, seed);
      const Cells cells = cells_of(map.grid());
      for (const OutletSides sides : {OutletSides::all, OutletSides::north, OutletSides::west}) {
        const Outcome outcome = breach_both(map, side_outlets(cells, sides), seed);
        INFO(land.name << ", seed " << seed << ", sides " << static_cast<int>(sides));
        REQUIRE(outcome.fast == outcome.plain);
      }
    }
  }
}

TEST_CASE("breaching: outlets inside the map, and a single one, are heeded", "[hydrology]") {
  for (const test::HollowLand& land : test::hollow_lands()) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Heightmap map = test::hollow_land(land, 60, 37, seed);
      const Cells cells = cells_of(map.grid());
      std::vector<std::uint8_t> sea(cells.count(), 0), spring(cells.count(), 0);
      for (int y = 0; y < cells.height; ++y) {
        for (int x = 0; x < cells.width; ++x) sea[cells.at(x, y)] = map.heights.at(x, y) < 3 ? 1 : 0;
      }
      spring[cells.at(static_cast<int>(seed), 20)] = 1;
      sea[cells.at(0, 0)] = 1;
      INFO(land.name << ", seed " << seed);
      const Outcome by_sea = breach_both(map, sea, seed);
      REQUIRE(by_sea.fast == by_sea.plain);
      const Outcome by_spring = breach_both(map, spring, seed);
      REQUIRE(by_spring.fast == by_spring.plain);
    }
  }
}

TEST_CASE("breaching: from every cell an outlet is reached", "[hydrology]") {
  for (const test::HollowLand& land : test::hollow_lands()) {
    const Heightmap map = test::hollow_land(land, 70, 51, 3);
    const Cells cells = cells_of(map.grid());
    const Outcome outcome = breach_both(map, side_outlets(cells, OutletSides::east), 3);
    const auto steps = cells.steps();
    for (int y = 0; y < cells.height; ++y) {
      for (int x = 0; x < cells.width; ++x) {
        Cell cell = cells.at(x, y);
        for (int step = 0; step < 70 * 51 && outcome.fast[cell] < kDirections; ++step)
          cell += steps[outcome.fast[cell]];
        CHECK(outcome.fast[cell] == kOutlet);
      }
    }
  }
}
