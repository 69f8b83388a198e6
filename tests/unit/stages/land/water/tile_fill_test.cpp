#include "support/catch.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/detail/tile_fill.h"
#include "stages/land/water/fill_depressions.h"
#include "unit/stages/land/water/hollow_lands.h"
#include "unit/stages/land/water/perimeter_run.h"
#include "unit/stages/land/water/tile_cutting.h"

using namespace weald;
using namespace weald::hydrology;
using namespace weald::hydrology::detail;

namespace {

// One flood over the whole map.
Grid<float> filled_whole(const Grid<float>& land, const Grid<std::uint8_t>& outlets) {
  const Cells cells{land.width(), land.height()};
  std::vector<float> heights(cells.count());
  std::vector<std::uint8_t> leaves(cells.count(), 0);
  for (int y = 0; y < cells.height; ++y) {
    std::ranges::copy(land.row(y), heights.begin() + cells.at(0, y));
    std::ranges::copy(outlets.row(y), leaves.begin() + cells.at(0, y));
  }
  flood(cells, heights, leaves, FillSurface::level);
  Grid<float> result(cells.width, cells.height);
  for (int y = 0; y < cells.height; ++y)
    std::copy_n(heights.begin() + cells.at(0, y), cells.width, result.row(y).begin());
  return result;
}

// Fills the land by tiles.
Grid<float> filled_by_tiles(const Grid<float>& land, const Grid<std::uint8_t>& outlets, const TileCuts& cuts) {
  std::vector<FillSummary> summaries;
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    summaries.push_back(fill_summary(test::cut(land, cuts, tile), test::cut(outlets, cuts, tile)));
    CHECK(summaries.back().spills.size() < summaries.back().count);
  }
  const auto levels = solve_spills(cuts, summaries);
  Grid<float> result(land.width(), land.height());
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    const Grid<float> heights = test::cut(land, cuts, tile);
    test::paste(filled_tile(heights, test::cut(outlets, cuts, tile), levels[tile]), cuts, tile, result);
  }
  return result;
}

Grid<std::uint8_t> outlets_on(const Grid<float>& land, OutletSides sides) {
  const Cells cells{land.width(), land.height()};
  const std::vector<std::uint8_t> outlets = side_outlets(cells, sides);
  Grid<std::uint8_t> result(land.width(), land.height(), 0);
  for (int y = 0; y < cells.height; ++y)
    std::copy_n(outlets.begin() + cells.at(0, y), cells.width, result.row(y).begin());
  return result;
}

}  // namespace

TEST_CASE("filling by tiles: equals one flood over small lands with hollows, plateaus and ties", "[hydrology]") {
  for (const test::HollowLand& land : test::hollow_lands()) {
    for (const std::uint64_t seed : {1}) {
      const Grid<float> heights = test::hollow_land(land, 47, 38, seed).heights;
      for (const OutletSides sides : {OutletSides::all, OutletSides::west}) {
        const Grid<std::uint8_t> outlets = outlets_on(heights, sides);
        const Grid<float> whole = filled_whole(heights, outlets);
        for (const TileCuts& cuts : test::cuts_of(47, 38)) {
          INFO(land.name << ", seed " << seed << ", " << cuts.widths.size() << " x " << cuts.heights.size());
          CHECK(filled_by_tiles(heights, outlets, cuts) == whole);
        }
      }
    }
  }
}

TEST_CASE("filling by tiles: outlets inside tiles, and none at all", "[hydrology]") {
  for (const test::HollowLand& land : test::hollow_lands()) {
    const Grid<float> heights = test::hollow_land(land, 47, 38, 9).heights;
    Grid<std::uint8_t> outlets(47, 38, 0);
    for (const TileCuts& cuts : test::cuts_of(47, 38)) CHECK(filled_by_tiles(heights, outlets, cuts) == heights);
    outlets.at(20, 17) = 1;
    outlets.at(3, 30) = 1;
    const Grid<float> whole = filled_whole(heights, outlets);
    for (const TileCuts& cuts : test::cuts_of(47, 38)) CHECK(filled_by_tiles(heights, outlets, cuts) == whole);
  }
}

TEST_CASE("filling by tiles: 513 samples in tiles of 129, 257 and uneven ones", "[hydrology]") {
  const Grid<float> land = rough_ground({513, 513, 20, {0, 0}}, 4000, 300, 0, 7, 5).heights;
  const Grid<std::uint8_t> outlets = outlets_on(land, OutletSides::all);
  const Grid<float> whole = filled_whole(land, outlets);
  REQUIRE(whole != land);
  for (const TileCuts& cuts :
       {test::even_cuts(513, 129), test::even_cuts(513, 257), TileCuts{{1, 200, 99, 213}, {300, 2, 211}}}) {
    CHECK(filled_by_tiles(land, outlets, cuts) == whole);
  }
}

TEST_CASE("filling by tiles: a lake over the corner of four tiles has one level", "[hydrology]") {
  Grid<float> land(8, 8, 10);
  for (int y = 2; y < 6; ++y) {
    for (int x = 2; x < 6; ++x) land.at(x, y) = 1;
  }
  land.at(1, 3) = 7;
  land.at(0, 3) = 6;
  const Grid<float> filled = filled_by_tiles(land, outlets_on(land, OutletSides::all), TileCuts{{4, 4}, {4, 4}});
  for (int y = 2; y < 6; ++y) {
    for (int x = 2; x < 6; ++x) CHECK(filled.at(x, y) == 7);
  }
}

TEST_CASE("filling by tiles: damaged solutions do no harm", "[hydrology]") {
  FillDepressionsParams params;
  params.outlets = OutletSides::west;
  test::check_damaged_solutions(FillDepressions::perimeter(params).value(),
                                test::hollow_land(test::hollow_lands()[0], 20, 10, 1), {{12, 8}, {10}});
}
