#include "support/catch.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

#include "base/check.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/detail/tile_basins.h"
#include "stages/land/water/flow.h"
#include "support/sanitized.h"
#include "unit/stages/land/water/hollow_lands.h"
#include "unit/stages/land/water/hostile_lands.h"
#include "unit/stages/land/water/perimeter_run.h"
#include "unit/stages/land/water/plain_tree.h"
#include "unit/stages/land/water/tile_cutting.h"

using namespace weald;
using namespace weald::hydrology;
using namespace weald::hydrology::detail;

namespace {

constexpr int kLarge = test::kSanitized ? 600 : 2049;

struct Water {
  Grid<std::uint8_t> directions;
  Grid<std::uint64_t> areas;
  bool operator==(const Water&) const = default;
};

Water whole_water(const Heightmap& land, OutletSides sides) {
  Grid<std::uint8_t> directions = TileBasins(land, sides).directions({});
  Grid<std::uint64_t> areas = tile_areas(directions, {});
  return {std::move(directions), std::move(areas)};
}

// Drains the land by tiles, each with the samples next to it.
Water water_by_tiles(const Heightmap& land, OutletSides sides, const TileCuts& cuts) {
  std::vector<TileBasins> tiles;
  std::vector<BasinSummary> summaries;
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    tiles.emplace_back(test::placed_tile(land, cuts, tile, 1), sides);
    summaries.push_back(tiles.back().summary());
    CHECK(summaries.back().samples.size() <= summaries.back().heights.size() + 1);
    CHECK(summaries.back().sills.size() < summaries.back().samples.size());
  }
  const std::vector<BasinSolution> solutions = solve_basins(cuts, summaries);
  Water water{Grid<std::uint8_t>(land.width(), land.height()), Grid<std::uint64_t>(land.width(), land.height())};
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    const Grid<std::uint8_t> directions = tiles[tile].directions(solutions[tile]);
    test::paste(directions, cuts, tile, water.directions);
    test::paste(tile_areas(directions, solutions[tile].inflow), cuts, tile, water.areas);
  }
  return water;
}

// The land after a flood from the outlets.
Grid<float> flooded(const Heightmap& land, OutletSides sides) {
  std::vector<float> levels = in_cells(land, 0);
  const Cells cells = cells_of(land.grid());
  flood(cells, levels, side_outlets(cells, sides), FillSurface::level);
  return map_of(land.grid(), [&](Cell cell) { return levels[cell]; }).heights;
}

Heightmap rough_land(int size) { return rough_ground({size, size, 20, {0, 0}}, 4000, 300, 0, 7, 5); }

void check_tiles(int size, int tile) {
  const Heightmap land = rough_land(size);
  CHECK(water_by_tiles(land, OutletSides::all, test::even_cuts(size, tile)) == whole_water(land, OutletSides::all));
}

}  // namespace

TEST_CASE("basins by tiles: the tree is that of the definition, on lands with hollows, plateaus and ties",
          "[hydrology]") {
  for (const test::HollowLand& kind : test::hollow_lands()) {
    for (const OutletSides sides : {OutletSides::all, OutletSides::south}) {
      INFO(kind.name);
      const Heightmap land = test::hollow_land(kind, 47, 38, 2);
      const test::PlainTree tree(land, sides);
      const Water water = whole_water(land, sides);
      CHECK(water.directions == tree.directions());
      CHECK(water.areas == tree.areas());
    }
  }
}

TEST_CASE("basins by tiles: any cut gives the water of the whole map, down to single samples", "[hydrology]") {
  for (const test::HollowLand& kind : test::hollow_lands()) {
    for (const OutletSides sides : {OutletSides::all, OutletSides::east}) {
      const Heightmap land = test::hollow_land(kind, 47, 38, 3);
      const Water whole = whole_water(land, sides);
      for (const TileCuts& cuts : test::cuts_of(47, 38)) {
        INFO(kind.name << ", " << cuts.widths.size() << " x " << cuts.heights.size());
        CHECK(water_by_tiles(land, sides, cuts) == whole);
      }
    }
  }
}

TEST_CASE("basins by tiles: hostile land has the same water whole, by tiles and by the definition", "[hydrology]") {
  for (const auto& [name, land] : test::hostile_lands(41)) {
    for (const OutletSides sides : {OutletSides::all, OutletSides::north}) {
      INFO(name);
      const Water whole = whole_water(land, sides);
      CHECK(whole.directions == test::PlainTree(land, sides).directions());
      for (const TileCuts& cuts : test::cuts_of(41, 41)) CHECK(water_by_tiles(land, sides, cuts) == whole);
    }
  }
}

TEST_CASE("basins by tiles: no water comes higher than a flood from the outlets does", "[hydrology]") {
  for (const test::HollowLand& kind : test::hollow_lands()) {
    const Heightmap land = test::hollow_land(kind, 47, 38, 4);
    const Grid<float> levels = flooded(land, OutletSides::west);
    const Grid<std::uint8_t> directions = whole_water(land, OutletSides::west).directions;
    for (int y = 0; y < 38; ++y) {
      for (int x = 0; x < 47; ++x) {
        float highest = land.heights.at(x, y);
        int at_x = x, at_y = y;
        while (directions.at(at_x, at_y) < kDirections) {
          const std::uint8_t d = directions.at(at_x, at_y);
          at_x += kStepX[d], at_y += kStepY[d];
          highest = std::max(highest, land.heights.at(at_x, at_y));
        }
        REQUIRE(highest == levels.at(x, y));
      }
    }
  }
}

TEST_CASE("basins by tiles: a river in a spiral drains the middle of the map through all tiles", "[hydrology]") {
  const Heightmap land = test::spiral(257);
  const Water whole = whole_water(land, OutletSides::all);
  CHECK(water_by_tiles(land, OutletSides::all, test::even_cuts(257, 32)) == whole);
  CHECK(std::ranges::max(whole.areas.values()) > 257 * 257 / 2);
}

TEST_CASE("basins by tiles: 2049 samples in tiles of 129", "[hydrology]") { check_tiles(kLarge, 129); }
TEST_CASE("basins by tiles: 2049 samples in tiles of 257", "[hydrology]") { check_tiles(kLarge, 257); }
TEST_CASE("basins by tiles: 2049 samples in tiles of 513", "[hydrology]") { check_tiles(kLarge, 513); }

TEST_CASE("basins by tiles: solutions of other tiles are refused, and damaged ones do no harm", "[hydrology]") {
  const Heightmap land = test::hollow_land(test::hollow_lands().front(), 24, 20, 1);
  const TileCuts cuts{{12, 12}, {20}};
  std::vector<BasinSummary> summaries;
  for (std::size_t tile = 0; tile < 2; ++tile)
    summaries.push_back(TileBasins(test::placed_tile(land, cuts, tile, 1), OutletSides::all).summary());
  const BasinSolution solution = solve_basins(cuts, summaries).front();
  const TileBasins tile(test::placed_tile(land, cuts, 0, 1), OutletSides::all);
  CHECK_NOTHROW(tile.directions(solution));
  const auto is_refused = [&](auto spoil) {
    BasinSolution wrong = solution;
    spoil(wrong);
    CHECK_THROWS_AS(tile.directions(wrong), InternalError);
  };
  is_refused([](BasinSolution& of) { of.is_crossed.push_back(1); });
  is_refused([](BasinSolution& of) { of.inflow.push_back({1000, 1}); });
  is_refused([](BasinSolution& of) { of.ways_out.push_back({1000, kEast}); });
  is_refused([](BasinSolution& of) { of.ways_out.push_back({0, kPit}); });

  const FlowParams params{{}, FlowMethod::d8_tree, OutletSides::all};
  test::check_damaged_solutions(Flow::perimeter(params).value(), land, cuts);
}

TEST_CASE("areas of a tile: samples add up along a path, together with what comes in from outside", "[hydrology]") {
  const Grid<std::uint8_t> directions(5, 4, kEast);
  const std::uint64_t large = std::uint64_t{3} << 40;
  // Samples (0, 1) and (2, 3) of the perimeter.
  const Grid<std::uint64_t> areas = tile_areas(directions, std::vector<Inflow>{{13, large}, {9, 4}, {9, 3}});
  for (int x = 0; x < 5; ++x) {
    const auto own = static_cast<std::uint64_t>(x + 1);
    CHECK(areas.at(x, 0) == own);
    CHECK(areas.at(x, 1) == own + large);
    CHECK(areas.at(x, 3) == own + (x >= 2 ? 7u : 0u));
  }
}

TEST_CASE("areas of a tile: water ends in pits, at outlets and at the border", "[hydrology]") {
  Grid<std::uint8_t> directions(12, 3, kEast);
  directions.at(5, 1) = kPit;
  directions.at(7, 2) = kOutlet;
  const Grid<std::uint64_t> areas = tile_areas(directions, {});
  for (int x = 0; x < 12; ++x) {
    CHECK(areas.at(x, 1) == static_cast<std::uint64_t>(x <= 5 ? x + 1 : x - 5));
    CHECK(areas.at(x, 2) == static_cast<std::uint64_t>(x <= 7 ? x + 1 : x - 7));
  }
}

TEST_CASE("areas of a tile: directions in a circle end", "[hydrology]") {
  Grid<std::uint8_t> directions(3, 1, kEast);
  directions.at(2, 0) = kWest;
  const Grid<std::uint64_t> areas = tile_areas(directions, {});
  CHECK(areas.at(0, 0) == 1);
  CHECK(areas.at(1, 0) == 2);
}
