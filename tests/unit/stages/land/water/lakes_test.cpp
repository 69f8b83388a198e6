#include "stages/land/water/lakes.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/multigrid.h"
#include "support/sanitized.h"
#include "unit/stages/land/water/hollow_lands.h"
#include "unit/stages/land/water/lake_maps.h"
#include "unit/stages/land/water/perimeter_run.h"
#include "unit/stages/land/water/tile_cutting.h"

using namespace weald;
using namespace weald::hydrology;

namespace {

constexpr int kLargeLakes = test::kSanitized ? 400 : 2049;

// The level of the lakes by their definition: a flood over the whole map, and a search through each lake.
Grid<float> plain_lake_level(const Heightmap& map, const LakesParams& params) {
  const Cells cells = cells_of(map.grid());
  const std::vector<float> ground = in_cells(map, 0);
  std::vector<float> level = ground;
  flood(cells, level, side_outlets(cells, params.outlets), FillSurface::level);
  const double sample = map.cell_size * map.cell_size;
  const double min_area = params.min_area.value_or(map.width() * map.height() * sample / 5000);
  std::vector<bool> is_seen(cells.count(), false);
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      if (is_seen[cells.at(x, y)] || level[cells.at(x, y)] <= ground[cells.at(x, y)]) continue;
      std::vector<Cell> lake{cells.at(x, y)};
      is_seen[lake.front()] = true;
      double deepest = 0;
      for (std::size_t i = 0; i < lake.size(); ++i) {
        deepest = std::max(deepest, double{level[lake[i]]} - ground[lake[i]]);
        for (const Cell step : cells.steps()) {
          const Cell next = lake[i] + step;
          if (is_seen[next] || level[next] <= ground[next]) continue;
          is_seen[next] = true;
          lake.push_back(next);
        }
      }
      if (deepest >= params.min_depth && static_cast<double>(lake.size()) * sample >= min_area) continue;
      for (const Cell cell : lake) level[cell] = ground[cell];
    }
  }
  return map_of(map.grid(), [&](Cell cell) { return level[cell] > ground[cell] ? level[cell] + 0.0f : ground[cell]; })
      .heights;
}

bool same_bits(const Grid<float>& a, const Grid<float>& b) {
  return a.size() == b.size() && std::memcmp(a.values().data(), b.values().data(), a.size() * sizeof(float)) == 0;
}

/// Whether the depth, level and mask of `made` are those of lakes with this level.
void check_lakes(const schema::WithParts<Heightmap, Heightmap>& made, const Heightmap& ground,
                 const Grid<float>& level) {
  Grid<float> depth(ground.width(), ground.height()), mask(ground.width(), ground.height());
  for (std::size_t i = 0; i < level.size(); ++i) {
    depth.values()[i] = level.values()[i] - ground.heights.values()[i];
    mask.values()[i] = level.values()[i] > ground.heights.values()[i] ? 1.0f : 0.0f;
  }
  CHECK(same_bits(made.main.heights, depth));
  CHECK(same_bits(test::map_of(made, "level").heights, level));
  CHECK(same_bits(test::map_of(made, "mask").heights, mask));
}

schema::WithParts<Heightmap, Heightmap> run_whole(const Heightmap& map, LakesParams params) {
  params.from.stage = "land";
  schema::Inputs inputs;
  inputs.add("land", map);
  return Lakes::run(params, inputs, {});
}

// Ground on which each lake lies in many tiles: basins on a slope, with ponds of a few samples beside them.
Heightmap lake_land(int size) {
  Heightmap land = rough_ground({size, size, 20, {0, 0}}, 3000, 250, 0, 4, 5);
  const Heightmap ponds = test::hollow_land({"ponds", 2, 0, 10, 0, 0}, size, size, 5);
  for (std::size_t i = 0; i < land.heights.size(); ++i) land.heights.values()[i] += ponds.heights.values()[i];
  return land;
}

// One large map, whole, for several ways to cut it.
struct LargeLakes {
  Heightmap land = lake_land(kLargeLakes);
  LakesParams params{.from = {}, .min_depth = 4, .min_area = 40 * 400};
  Grid<float> level = test::lakes_on(land, params).level.heights;
};

void check_large_tiles(int size) {
  static const LargeLakes large;
  REQUIRE(large.level != large.land.heights);
  const auto made =
      test::run_by_tiles(Lakes::perimeter(large.params).value(), large.land, test::even_cuts(kLargeLakes, size));
  check_lakes(made, large.land, large.level);
}

}  // namespace

TEST_CASE("lakes: whole maps and tiles have the lakes of the definition, on land with hollows, plateaus and ties",
          "[hydrology]") {
  for (const test::HollowLand& kind : test::hollow_lands()) {
    const Heightmap land = test::hollow_land(kind, 47, 38, 1);
    for (const OutletSides sides : {OutletSides::all, OutletSides::west}) {
      for (const LakesParams& params : {LakesParams{{}, 0, 0, sides}, LakesParams{{}, 2, 6 * 4, sides},
                                        LakesParams{{}, 3, {}, sides}, LakesParams{{}, 0.5, 60 * 4, sides}}) {
        const Grid<float> level = plain_lake_level(land, params);
        INFO(kind.name << ", at least " << params.min_depth << " m");
        check_lakes(run_whole(land, params), land, level);
        for (const TileCuts& cuts : test::cuts_of(47, 38)) {
          INFO(cuts.widths.size() << " x " << cuts.heights.size());
          check_lakes(test::run_by_tiles(Lakes::perimeter(params).value(), land, cuts), land, level);
        }
      }
    }
  }
}

TEST_CASE("lakes by tiles: 2049 samples in tiles of 129", "[hydrology]") { check_large_tiles(129); }
TEST_CASE("lakes by tiles: 2049 samples in tiles of 257", "[hydrology]") { check_large_tiles(257); }
TEST_CASE("lakes by tiles: 2049 samples in tiles of 513", "[hydrology]") { check_large_tiles(513); }

TEST_CASE("lakes by tiles: a lake over four tiles is as large as its parts together, and as deep as the deepest one",
          "[hydrology]") {
  Heightmap land(GridSpec{8, 8, 10, {0, 0}});
  for (float& height : land.heights.values()) height = 10;
  for (int y = 2; y < 6; ++y) {
    for (int x = 2; x < 6; ++x) land.heights.at(x, y) = 7;
  }
  land.heights.at(5, 5) = 4;
  const TileCuts cuts{{4, 4}, {4, 4}};
  const auto level_at = [&](double min_depth, double samples, int x, int y) {
    const LakesParams params{{}, min_depth, samples * 100, OutletSides::all};
    return test::map_of(test::run_by_tiles(Lakes::perimeter(params).value(), land, cuts), "level").heights.at(x, y);
  };
  CHECK(level_at(6, 16, 2, 2) == 10);
  CHECK(level_at(6, 16, 5, 5) == 10);
  CHECK(level_at(6.1, 16, 2, 2) == 7);
  CHECK(level_at(6.1, 16, 5, 5) == 4);
  CHECK(level_at(6, 17, 2, 2) == 7);
}

TEST_CASE("lakes by tiles: two arms in a tile that join in another one are one lake", "[hydrology]") {
  // A horseshoe: its arms lie in the west, its bend in the east.
  Heightmap land(GridSpec{12, 9, 1, {0, 0}});
  for (float& height : land.heights.values()) height = 5;
  for (int x = 1; x < 11; ++x) land.heights.at(x, 2) = land.heights.at(x, 6) = 1;
  for (int y = 2; y <= 6; ++y) land.heights.at(10, y) = 1;
  const LakesParams params{{}, 1, 23, OutletSides::all};
  const Grid<float> level = plain_lake_level(land, params);
  CHECK(level.at(1, 2) == 5);
  check_lakes(test::run_by_tiles(Lakes::perimeter(params).value(), land, {{7, 5}, {9}}), land, level);
  const LakesParams larger{{}, 1, 24, OutletSides::all};
  check_lakes(test::run_by_tiles(Lakes::perimeter(larger).value(), land, {{7, 5}, {9}}), land, land.heights);
}

TEST_CASE("lakes by tiles: water that touches only across the corner of four tiles is one lake", "[hydrology]") {
  Heightmap land(GridSpec{8, 8, 1, {0, 0}});
  for (float& height : land.heights.values()) height = 5;
  land.heights.at(3, 3) = land.heights.at(4, 4) = 1;
  const LakesParams params{{}, 1, 2, OutletSides::all};
  for (const TileCuts& cuts : {TileCuts{{4, 4}, {4, 4}}, TileCuts{{8}, {8}}}) {
    const auto made = test::run_by_tiles(Lakes::perimeter(params).value(), land, cuts);
    CHECK(made.main.heights.at(3, 3) == 4);
    CHECK(made.main.heights.at(4, 4) == 4);
  }
}

TEST_CASE("lakes: a level of zero has the same sign by tiles and whole, and ground keeps its negative zeros",
          "[hydrology]") {
  Heightmap land(GridSpec{6, 5, 1, {0, 0}});
  for (float& height : land.heights.values()) height = -0.0f;
  land.heights.at(2, 2) = land.heights.at(3, 2) = -3;
  land.heights.at(1, 2) = 0;
  const LakesParams params{{}, 1, 1, OutletSides::all};
  const auto whole = run_whole(land, params);
  CHECK_FALSE(std::signbit(test::map_of(whole, "level").heights.at(2, 2)));
  CHECK(std::signbit(test::map_of(whole, "level").heights.at(0, 0)));
  for (const TileCuts& cuts : {TileCuts{{3, 3}, {5}}, TileCuts{{2, 4}, {1, 4}}}) {
    const auto made = test::run_by_tiles(Lakes::perimeter(params).value(), land, cuts);
    for (const char* part : {"", "level", "mask"})
      CHECK(same_bits(test::map_of(made, part).heights, test::map_of(whole, part).heights));
  }
}

TEST_CASE("lakes: only wanted parts are made", "[hydrology]") {
  const Heightmap land = test::hollow_land(test::hollow_lands()[0], 20, 10, 1);
  LakesParams params;
  params.from.stage = "land";
  schema::Inputs inputs;
  inputs.add("land", land);
  const auto made = Lakes::run(params, inputs, {}, {{{"mask"}}});
  REQUIRE(made.parts.size() == 1);
  CHECK(made.parts.front().first == "mask");
}

TEST_CASE("lakes by tiles: damaged solutions do no harm", "[hydrology]") {
  const LakesParams params{{}, 0, 0, OutletSides::west};
  test::check_damaged_solutions(Lakes::perimeter(params).value(), test::hollow_land(test::hollow_lands()[0], 20, 10, 1),
                                {{12, 8}, {10}});
}
