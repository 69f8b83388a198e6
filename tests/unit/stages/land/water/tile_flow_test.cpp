#include "support/catch.h"

#include <vector>

#include "methods/raster/cells.h"
#include "stages/land/water/detail/tile_flow.h"

using namespace weald;
using namespace weald::hydrology;
using namespace weald::hydrology::detail;

TEST_CASE("flow of a tile: samples add up along a path, together with what comes in from outside", "[hydrology]") {
  const Grid<std::uint8_t> directions(5, 4, kEast);
  std::vector<std::uint64_t> inflow(perimeter_size(5, 4), 0);
  inflow[perimeter_place(5, 4, {0, 1})] = std::uint64_t{3} << 40;
  inflow[perimeter_place(5, 4, {2, 3})] = 7;
  const Grid<std::uint64_t> areas = tile_areas(directions, inflow);
  for (int x = 0; x < 5; ++x) {
    const auto own = static_cast<std::uint64_t>(x + 1);
    CHECK(areas.at(x, 0) == own);
    CHECK(areas.at(x, 1) == own + (std::uint64_t{3} << 40));
    CHECK(areas.at(x, 3) == own + (x >= 2 ? 7u : 0u));
  }
}

TEST_CASE("flow of a tile: water ends in pits, at outlets and at the border", "[hydrology]") {
  Grid<std::uint8_t> directions(12, 3, kEast);
  directions.at(5, 1) = kPit;
  directions.at(7, 2) = kOutlet;
  const Grid<std::uint64_t> areas = tile_areas(directions, std::vector<std::uint64_t>(perimeter_size(12, 3), 0));
  for (int x = 0; x < 12; ++x) {
    CHECK(areas.at(x, 1) == static_cast<std::uint64_t>(x <= 5 ? x + 1 : x - 5));
    CHECK(areas.at(x, 2) == static_cast<std::uint64_t>(x <= 7 ? x + 1 : x - 7));
  }
}

TEST_CASE("flow of a tile: directions in a circle end", "[hydrology]") {
  Grid<std::uint8_t> directions(3, 1, kEast);
  directions.at(2, 0) = kWest;
  const Grid<std::uint64_t> areas = tile_areas(directions, std::vector<std::uint64_t>(3, 0));
  CHECK(areas.at(0, 0) == 1);
  CHECK(areas.at(1, 0) == 2);
}
