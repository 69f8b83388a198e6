#include <catch2/catch.hpp>

#include <vector>

#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/detail/tile_flow.h"
#include "unit/stages/land/water/hollow_lands.h"
#include "unit/stages/land/water/tile_cutting.h"

using namespace weald;
using namespace weald::hydrology;
using namespace weald::hydrology::detail;

namespace {

struct WholeFlow {
  Grid<std::uint8_t> directions;
  Grid<std::uint64_t> areas;
};

// The water of a whole map, out of its hollows.
WholeFlow flow_over_whole(const Heightmap& land, OutletSides sides) {
  const DrainedSurface surface = drained(land, sides, 0.4, 1);
  const Cells& cells = surface.drainage.cells();
  WholeFlow flow{Grid<std::uint8_t>(cells.width, cells.height), Grid<std::uint64_t>(cells.width, cells.height)};
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      flow.directions.at(x, y) = surface.drainage.directions()[cells.at(x, y)];
      flow.areas.at(x, y) = surface.drainage.areas()[cells.at(x, y)];
    }
  }
  return flow;
}

// The same by tiles; summaries pass through bytes, as between machines.
Grid<std::uint64_t> areas_by_tiles(const Grid<std::uint8_t>& directions, const TileCuts& cuts) {
  std::vector<FlowSummary> summaries;
  for (std::size_t tile = 0; tile < cuts.count(); ++tile) {
    const FlowSummary summary = flow_summary(test::cut(directions, cuts, tile));
    summaries.push_back(flow_summary_from(to_bytes(summary)).value());
    CHECK(summaries.back() == summary);
  }
  const auto inflow = solve_inflow(cuts, summaries);
  REQUIRE(inflow.has_value());
  Grid<std::uint64_t> result(directions.width(), directions.height());
  for (std::size_t tile = 0; tile < cuts.count(); ++tile)
    test::paste(tile_areas(test::cut(directions, cuts, tile), (*inflow)[tile]), cuts, tile, result);
  return result;
}

}  // namespace

TEST_CASE("flow by tiles: areas equal those of the whole map on lands with hollows, plateaus and ties", "[hydrology]") {
  for (const test::HollowLand& land : test::hollow_lands()) {
    for (const OutletSides sides : {OutletSides::all, OutletSides::south}) {
      const WholeFlow whole = flow_over_whole(test::hollow_land(land, 47, 38, 2), sides);
      for (const TileCuts& cuts : test::cuts_of(47, 38)) {
        INFO(land.name << ", " << cuts.widths.size() << " x " << cuts.heights.size());
        CHECK(areas_by_tiles(whole.directions, cuts) == whole.areas);
      }
    }
  }
}

TEST_CASE("flow by tiles: 513 samples in tiles of 129, 257 and uneven ones", "[hydrology]") {
  const WholeFlow whole = flow_over_whole(rough_ground({513, 513, 20, {0, 0}}, 4000, 300, 0, 7, 5), OutletSides::all);
  for (const TileCuts& cuts :
       {test::even_cuts(513, 129), test::even_cuts(513, 257), TileCuts{{1, 200, 99, 213}, {300, 2, 211}}}) {
    CHECK(areas_by_tiles(whole.directions, cuts) == whole.areas);
  }
}

TEST_CASE("flow by tiles: water that ends in pits, or leaves the world over its border, is not passed on",
          "[hydrology]") {
  // Everything runs east, and off the map; a pit in the middle takes what comes from the west of its row.
  Grid<std::uint8_t> directions(12, 5, kEast);
  directions.at(5, 2) = kPit;
  const Grid<std::uint64_t> areas = areas_by_tiles(directions, TileCuts{{4, 4, 4}, {3, 2}});
  for (int x = 0; x < 12; ++x) {
    CHECK(areas.at(x, 1) == static_cast<std::uint64_t>(x + 1));
    CHECK(areas.at(x, 2) == static_cast<std::uint64_t>(x <= 5 ? x + 1 : x - 5));
  }
}

TEST_CASE("flow by tiles: a path that comes back to a tile again and again is followed", "[hydrology]") {
  // To and fro along the seam of two tiles: down the map in a zigzag.
  Grid<std::uint8_t> directions(4, 40, kSouth);
  for (int y = 0; y < 40; ++y) {
    directions.at(1, y) = kSouthEast;
    directions.at(2, y) = kSouthWest;
  }
  const Grid<std::uint64_t> areas = areas_by_tiles(directions, TileCuts{{2, 2}, {40}});
  for (int y = 0; y < 40; ++y) {
    CHECK(areas.at(1, y) == static_cast<std::uint64_t>(y + 1));
    CHECK(areas.at(2, y) == static_cast<std::uint64_t>(y + 1));
  }
}

TEST_CASE("flow by tiles: circles across tiles and summaries that do not fit are refused", "[hydrology]") {
  Grid<std::uint8_t> west(1, 1, kEast), east(1, 1, kWest);
  const std::vector<FlowSummary> circle{flow_summary(west), flow_summary(east)};
  CHECK_FALSE(solve_inflow({{1, 1}, {1}}, circle).has_value());
  CHECK_FALSE(solve_inflow({{1}, {1}}, circle).has_value());
  const FlowSummary summary = flow_summary(Grid<std::uint8_t>(9, 4, kSouth));
  CHECK_FALSE(solve_inflow({{4}, {9}}, std::vector{summary}).has_value());
  const std::vector<std::byte> bytes = to_bytes(summary);
  for (std::size_t size = 0; size < bytes.size(); size += 5)
    CHECK_FALSE(flow_summary_from(std::span{bytes}.first(size)).has_value());
  FlowSummary wrong = summary;
  wrong.exits[0] = 2;  // water does not leave the tile there
  CHECK_FALSE(flow_summary_from(to_bytes(wrong)).has_value());
}

TEST_CASE("flow by tiles: the sum over the world may pass 32 bits", "[hydrology]") {
  std::vector<FlowSummary> summaries(3, flow_summary(Grid<std::uint8_t>(1, 1, kEast)));
  summaries[0].areas[0] = std::uint64_t{3} << 31;
  const auto inflow = solve_inflow({{1, 1, 1}, {1}}, summaries);
  REQUIRE(inflow.has_value());
  CHECK((*inflow)[2][0] == (std::uint64_t{3} << 31) + 1);
}
