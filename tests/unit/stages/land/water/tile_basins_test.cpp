#include "support/catch.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/detail/tile_basins.h"
#include "stages/land/water/detail/tile_flow.h"
#include "stages/land/water/flow.h"
#include "support/sanitized.h"
#include "support/window.h"
#include "unit/stages/land/water/hollow_lands.h"
#include "unit/stages/land/water/hostile_lands.h"
#include "unit/stages/land/water/other_bytes.h"
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

std::vector<std::uint64_t> at_places(const Grid<std::uint8_t>& tile, const std::vector<Inflow>& inflow) {
  std::vector<std::uint64_t> result(perimeter_size(tile.width(), tile.height()), 0);
  for (const Inflow& water : inflow) result[water.place] += water.samples;
  return result;
}

Water whole_water(const Heightmap& land, OutletSides sides) {
  Grid<std::uint8_t> directions = TileBasins(land, sides).directions({}).value();
  Grid<std::uint64_t> areas = tile_areas(directions, at_places(directions, {}));
  return {std::move(directions), std::move(areas)};
}

// A tile with the samples next to it, as the engine reads it.
Heightmap tile_with_halo(const Heightmap& land, const TileCuts& cuts, std::size_t tile) {
  const TileSample first = test::first_of(cuts, tile);
  return test::window_of(land, {first.x, first.y, cuts.width(tile), cuts.height(tile)}, 1);
}

// Drains the land by tiles; summaries and solutions pass through bytes, as between machines.
Water water_by_tiles(const Heightmap& land, OutletSides sides, const TileCuts& cuts) {
  std::vector<TileBasins> tiles;
  std::vector<BasinSummary> summaries;
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    tiles.emplace_back(tile_with_halo(land, cuts, tile), sides);
    const BasinSummary summary = tiles.back().summary();
    summaries.push_back(basin_summary_from(to_bytes(summary)).value());
    CHECK(summaries.back() == summary);
    CHECK(summary.samples.size() <= perimeter_size(summary.width, summary.height) + 1);
    CHECK(summary.sills.size() < summary.samples.size());
  }
  const auto solutions = solve_basins(cuts, summaries);
  REQUIRE(solutions.has_value());
  Water water{Grid<std::uint8_t>(land.width(), land.height()), Grid<std::uint64_t>(land.width(), land.height())};
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    const BasinSolution solution = basin_solution_from(to_bytes((*solutions)[tile])).value();
    CHECK(solution == (*solutions)[tile]);
    const auto directions = tiles[tile].directions(solution);
    REQUIRE(directions.has_value());
    test::paste(*directions, cuts, tile, water.directions);
    test::paste(tile_areas(*directions, at_places(*directions, solution.inflow)), cuts, tile, water.areas);
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

TEST_CASE("basins by tiles: summaries and solutions that do not fit are refused", "[hydrology]") {
  const Heightmap land = test::hollow_land(test::hollow_lands().front(), 24, 20, 1);
  const TileCuts cuts{{12, 12}, {20}};
  std::vector<BasinSummary> summaries;
  for (std::size_t tile = 0; tile < 2; ++tile)
    summaries.push_back(TileBasins(tile_with_halo(land, cuts, tile), OutletSides::all).summary());
  CHECK_FALSE(solve_basins({{12}, {20}}, summaries).has_value());
  CHECK_FALSE(solve_basins({{20, 4}, {20}}, summaries).has_value());
  test::check_refuses_other_lengths(to_bytes(summaries[0]), basin_summary_from);
  BasinSummary wrong = summaries[0];
  wrong.groups[3] = static_cast<std::uint32_t>(wrong.samples.size());
  CHECK_FALSE(basin_summary_from(to_bytes(wrong)).has_value());

  const auto solutions = solve_basins(cuts, summaries);
  REQUIRE(solutions.has_value());
  const TileBasins tile(tile_with_halo(land, cuts, 0), OutletSides::all);
  BasinSolution solution = solutions->front();
  REQUIRE(tile.directions(solution).has_value());
  solution.is_crossed.push_back(1);
  CHECK_FALSE(tile.directions(solution).has_value());
  solution = solutions->front();
  solution.inflow.push_back({1000, 1});
  CHECK_FALSE(tile.directions(solution).has_value());
  solution.ways_out.push_back({0, kPit});
  CHECK_FALSE(basin_solution_from(to_bytes(solution)).has_value());
}
