#include "support/catch.h"

#include <algorithm>
#include <limits>

#include "base/rng.h"
#include "engine/graph/stage.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/fill_depressions.h"

using namespace weald;
using namespace weald::hydrology;

static_assert(pipeline::WholeStage<FillDepressions>);

namespace {

Heightmap random_ground(int width, int height, std::uint64_t seed, double levels) {
  Heightmap map(GridSpec{width, height, 1, {0, 0}});
  const Rng rng(seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double u = rng.uniform(static_cast<unsigned>(x), static_cast<unsigned>(y));
      map.heights.at(x, y) = static_cast<float>(levels > 0 ? std::floor(u * levels) : u * 100 - 50);
    }
  }
  return map;
}

// Water stands everywhere, and sinks towards the ground or its lowest neighbour until nothing moves: no queue, no
// order.
Heightmap filled_by_relaxation(const Heightmap& ground, OutletSides sides) {
  const Cells cells = cells_of(ground.grid());
  const auto outlets = side_outlets(cells, sides);
  Heightmap water = ground;
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      if (outlets[cells.at(x, y)] == 0) water.heights.at(x, y) = std::numeric_limits<float>::infinity();
    }
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (int y = 0; y < cells.height; ++y) {
      for (int x = 0; x < cells.width; ++x) {
        float lowest = std::numeric_limits<float>::infinity();
        for (int d = 0; d < kDirections; ++d) {
          const int nx = x + kStepX[static_cast<std::size_t>(d)], ny = y + kStepY[static_cast<std::size_t>(d)];
          if (nx < 0 || ny < 0 || nx >= cells.width || ny >= cells.height) continue;
          lowest = std::min(lowest, water.heights.at(nx, ny));
        }
        const float level = std::max(ground.heights.at(x, y), lowest);
        if (level < water.heights.at(x, y)) water.heights.at(x, y) = level, moved = true;
      }
    }
  }
  return water;
}

}  // namespace

TEST_CASE("priority flood: the same surface as relaxation without a queue", "[hydrology]") {
  for (const OutletSides sides : {OutletSides::all, OutletSides::south, OutletSides::west}) {
    for (const double levels : {0.0, 4.0}) {
      const Heightmap ground = random_ground(23, 17, 5, levels);
      CHECK(filled(ground, FillSurface::level, sides).heights == filled_by_relaxation(ground, sides).heights);
    }
  }
}

TEST_CASE("priority flood: a draining surface stands above the level one, and every sample has a lower neighbour",
          "[hydrology]") {
  const Heightmap ground = random_ground(40, 31, 9, 5);
  const Heightmap level = filled(ground, FillSurface::level, OutletSides::all);
  const Heightmap draining = filled(ground, FillSurface::draining, OutletSides::all);
  for (int y = 1; y < 30; ++y) {
    for (int x = 1; x < 39; ++x) {
      const float here = draining.heights.at(x, y);
      CHECK(here >= level.heights.at(x, y));
      CHECK(here < level.heights.at(x, y) + 1e-3f);
      bool lower = false;
      for (std::size_t d = 0; d < kDirections; ++d) lower |= draining.heights.at(x + kStepX[d], y + kStepY[d]) < here;
      CHECK(lower);
    }
  }
}

TEST_CASE("priority flood: one step up is the next float, on both sides of 0", "[hydrology]") {
  for (const float value : {0.0f, -0.0f, 1.0f, -1.0f, 123.456f, -1e-30f, 3e8f}) {
    CHECK(next_up(value) == std::nextafter(value, std::numeric_limits<float>::infinity()));
  }
}

TEST_CASE("fill_depressions: a bowl is filled to its rim, and the part depth says how far", "[hydrology]") {
  Heightmap bowl(GridSpec{5, 5, 1, {0, 0}});
  std::ranges::fill(bowl.heights.values(), 10.0f);
  for (int y = 1; y < 4; ++y) {
    for (int x = 1; x < 4; ++x) bowl.heights.at(x, y) = x == 2 && y == 2 ? 1.0f : 4.0f;
  }
  bowl.heights.at(4, 2) = 7;  // the rim is lowest here
  schema::Inputs inputs;
  inputs.add("bowl", bowl);
  FillDepressionsParams params;
  params.from.stage = "bowl";
  const auto result = FillDepressions::run(params, inputs, {});
  CHECK(result.main.heights.at(2, 2) == 7);
  CHECK(result.main.heights.at(0, 0) == 10);
  REQUIRE(result.parts.size() == 1);
  CHECK(std::get<0>(result.parts[0].second).heights.at(2, 2) == 6);
  CHECK(std::get<0>(result.parts[0].second).heights.at(3, 1) == 3);
}

TEST_CASE("fill_depressions: heights that are not numbers are refused", "[hydrology]") {
  Heightmap map(GridSpec{3, 3, 1, {0, 0}});
  map.heights.at(1, 1) = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_AS(filled(map, FillSurface::level, OutletSides::all), StageError);
}
