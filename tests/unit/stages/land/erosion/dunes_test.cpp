#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/simd.h"
#include "engine/graph/stage.h"
#include "stages/land/erosion/detail/sand_sheet.h"
#include "stages/land/erosion/dunes.h"

using namespace weald;
using namespace weald::terrain;
using terrain::detail::SandSheet;
using terrain::detail::Slide;

static_assert(pipeline::WholeStage<Dunes>);
static_assert(schema::has_sound_defaults<DunesParams>());

namespace {

constexpr GridSpec kSandGrid{97, 83, 2.0, {0, 0}};

RunContext with_seed(std::uint64_t seed) {
  RunContext context;
  context.seed = seed;
  return context;
}

// Sand in whole units; exact, since the cell size is a power of two.
std::int64_t sand_units(const DuneLand& land) {
  std::int64_t sum = 0;
  for (const float depth : land.sand.heights.values())
    sum += std::llround(depth / land.sand.cell_size * kSandUnitsPerCell);
  return sum;
}

// Rises over runs between all neighbours of eight, and which way, uphill, they face: 1 downwind, -1 upwind.
struct Facing {
  double slope;
  double downwind;
};

std::vector<Facing> all_slopes(const Heightmap& map, double wind) {
  const Vec2 to{-math::sin_deg(wind), math::cos_deg(wind)};
  std::vector<Facing> slopes;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 1}, std::pair{-1, 1}}) {
        const double distance = std::sqrt(static_cast<double>(dx * dx + dy * dy));
        const int other_x = (x + dx + map.width()) % map.width(), other_y = (y + dy + map.height()) % map.height();
        const double rise = double{map.heights.at(other_x, other_y)} - map.heights.at(x, y);
        const double along = (dx * to.x + dy * to.y) / distance;
        slopes.push_back({std::abs(rise) / (map.cell_size * distance), rise > 0 ? along : -along});
      }
    }
  }
  return slopes;
}

SandSheet random_sheet(int width, int height) {
  Grid<std::int32_t> ground(width, height), sand(width, height);
  const Rng rng(4);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto words = rng.bits(static_cast<unsigned>(x), static_cast<unsigned>(y));
      sand.at(x, y) = words[0] % 3 == 0 ? 0 : static_cast<std::int32_t>(words[1] % 9000);
      ground.at(x, y) = sand.at(x, y) + static_cast<std::int32_t>(words[2] % 3000);
    }
  }
  return {std::move(ground), std::move(sand)};
}

constexpr detail::WindRules kRules{.lift = 600,
                                   .landing_sand = 0.5f,
                                   .landing_rock = 0.25f,
                                   .landing_lee = 0.8f,
                                   .climb = 1e-4f,
                                   .shadow_drop = 470,
                                   .speed_up = 1e-4f,
                                   .reach = 0.03f,
                                   .thin = 300};

}  // namespace

TEST_CASE("dunes: not a unit of sand is lost or made, and rock stays", "[terrain]") {
  for (const int width : {3, 40, 300}) {
    SandSheet sheet = random_sheet(width, 50);
    const std::int64_t before = sheet.total();
    Grid<std::int32_t> rock(width, 50);
    std::ranges::transform(sheet.ground().values(), sheet.sand().values(), rock.values().begin(), std::minus<>());
    detail::Rises rises{};
    rises.fill(900);
    for (int step = 0; step < 20; ++step) {
      sheet.blow(kRules, -3.9 + 0.4 * step, 0.05 * step, {});
      CHECK(sheet.total() == before);
      sheet.slide(step % 2 == 0 ? Slide::axes : Slide::corners, rises, {});
      sheet.slide(Slide::even, {}, {});
      CHECK(sheet.total() == before);
    }
    sheet.calm();
    CHECK(sheet.total() == before);
    int wrong = 0;
    for (int y = 0; y < 50; ++y) {
      for (int x = 0; x < width; ++x) {
        wrong += sheet.sand().at(x, y) < 0;
        wrong += sheet.ground().at(x, y) - sheet.sand().at(x, y) != rock.at(x, y);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("dunes: the stage ends with the sand that it began with", "[terrain]") {
  DunesParams params;
  const RunContext context = with_seed(3);
  params.iterations = 0;
  const std::int64_t before = sand_units(blow_dunes(params, kSandGrid, {}, context));
  const double mean = static_cast<double>(before) / kSandUnitsPerCell * kSandGrid.cell_size / (97.0 * 83.0);
  CHECK(mean == Approx(params.sand.value).epsilon(0.25));
  for (const double wind : {0.0, 77.0, 200.0, 290.0}) {
    params.wind = wind;
    params.iterations = 60;
    CHECK(sand_units(blow_dunes(params, kSandGrid, {}, context)) == before);
  }
}

TEST_CASE("dunes: nothing is steeper than the angle of repose, and only the lee is as steep", "[terrain]") {
  const GridSpec grid{192, 150, 2.0, {0, 0}};
  DunesParams params;
  params.iterations = 350;
  for (const double wind : {270.0, 20.0}) {
    params.wind = wind;
    const DuneLand land = blow_dunes(params, grid, {}, with_seed(5));
    const double repose = math::tan_deg(params.repose);
    double steepest = 0;
    int lee = 0, windward = 0;
    for (const Facing& at : all_slopes(land.heights, wind)) {
      steepest = std::max(steepest, at.slope);
      lee += at.downwind < -0.7 && at.slope > 0.85 * repose;
      windward += at.downwind > 0.7 && at.slope > 0.85 * repose;
    }
    // The tolerance is 40 units per cell, a fiftieth.
    CHECK(steepest <= repose + 0.0201);
    CHECK(lee > 500);
    CHECK(windward < 0.1 * lee);
  }
}

TEST_CASE("dunes: sand in the shadow of a wall stays, and that beyond does not", "[terrain]") {
  constexpr int kWall = 10, kHeight = 4700;  // ten rows of shadow
  Grid<std::int32_t> sand(20, 60, 3000), ground(20, 60, 3000);
  for (int x = 0; x < 20; ++x) {
    sand.at(x, kWall) = 0;
    ground.at(x, kWall) = 3000 + kHeight;
  }
  SandSheet sheet(ground, sand);
  sheet.blow(kRules, 0, 0, {});
  for (int row = kWall + 1; row < kWall + 10; ++row) CHECK(sheet.sand().at(7, row) >= 3000);
  for (int row = kWall + 11; row < kWall + 14; ++row) CHECK(sheet.sand().at(7, row) < 3000);
}

TEST_CASE("dunes: a heap wanders the way the wind blows", "[terrain]") {
  Heightmap heap(GridSpec{64, 64, 1.0, {0, 0}});
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x)
      heap.heights.at(x, y) = static_cast<float>(std::max(0.0, 4 - 0.4 * std::hypot(x - 32.0, y - 32.0)));
  }
  DunesParams params;
  params.sand.stage = "heap";
  params.sand.range = {0, 1e4};
  params.iterations = 0;
  const auto centre = [](const Heightmap& sand) {
    Vec2 sum{0, 0};
    double mass = 0;
    for (int y = 0; y < sand.height(); ++y) {
      for (int x = 0; x < sand.width(); ++x) {
        sum += Vec2{x, y} * double{sand.heights.at(x, y)};
        mass += sand.heights.at(x, y);
      }
    }
    return sum / mass;
  };
  const Vec2 before = centre(blow_dunes(params, heap.grid(), {nullptr, &heap}, with_seed(1)).sand);
  params.iterations = 20;
  for (const double wind : {0.0, 45.0, 90.0, 160.0, 180.0, 270.0, 300.0}) {
    params.wind = wind;
    const Vec2 way = centre(blow_dunes(params, heap.grid(), {nullptr, &heap}, with_seed(1)).sand) - before;
    const Vec2 downwind{-math::sin_deg(wind), math::cos_deg(wind)};
    INFO("wind " << wind << " moves the heap by " << way.x << ", " << way.y);
    CHECK(way.x * downwind.x + way.y * downwind.y > 1);
    CHECK(std::abs(way.x * downwind.y - way.y * downwind.x) < 0.5 * (way.x * downwind.x + way.y * downwind.y));
  }
}

TEST_CASE("dunes: bare ground keeps its height, bit for bit", "[terrain]") {
  Heightmap hills(kSandGrid);
  for (int y = 0; y < 83; ++y) {
    for (int x = 0; x < 97; ++x)
      hills.heights.at(x, y) = 700.1f + 30 * static_cast<float>(std::sin(x * 0.13) * std::sin(y * 0.152));
  }
  DunesParams params;
  params.sand = 1;
  params.iterations = 80;
  const DuneLand land = blow_dunes(params, kSandGrid, {&hills, nullptr}, with_seed(2));
  int bare = 0, wrong = 0;
  for (int y = 0; y < 83; ++y) {
    for (int x = 0; x < 97; ++x) {
      const float sand = land.sand.heights.at(x, y);
      bare += sand == 0;
      wrong += land.heights.heights.at(x, y) != static_cast<float>(double{hills.heights.at(x, y)} + sand);
      wrong += sand < 0;
    }
  }
  CHECK(wrong == 0);
  CHECK(bare > 500);
  params.sand = 0;
  CHECK(blow_dunes(params, kSandGrid, {&hills, nullptr}, with_seed(2)).heights.heights == hills.heights);
}

TEST_CASE("dunes: with the same sheet, maps of other resolutions show the same dunes", "[terrain]") {
  DunesParams params;
  params.iterations = 150;
  params.sheet = 2;
  const GridSpec coarse_grid{129, 97, 2, {0, 0}}, fine_grid{513, 385, 0.5, {0, 0}};
  const Heightmap coarse = blow_dunes(params, coarse_grid, {}, with_seed(4)).heights;
  const Heightmap fine = blow_dunes(params, fine_grid, {}, with_seed(4)).heights;
  double apart = 0, furthest = 0;
  for (int y = 0; y < coarse.height(); ++y) {
    for (int x = 0; x < coarse.width(); ++x) {
      const double difference = std::abs(double{fine.heights.at(4 * x, 4 * y)} - coarse.heights.at(x, y));
      apart += difference / static_cast<double>(coarse.heights.size());
      furthest = std::max(furthest, difference);
    }
  }
  const double tallest = height_range(coarse).max;
  CHECK(apart < 0.01 * tallest);
  CHECK(furthest < 0.1 * tallest);
  CHECK(height_range(fine).max == Approx(tallest).epsilon(0.05));
  // A map that holds whole cells of the sheet tiles.
  params.sheet = 4;
  const Heightmap tile = blow_dunes(params, {128, 128, 1, {0, 0}}, {}, with_seed(4)).heights;
  for (int i = 0; i < 128; ++i) {
    CHECK(std::abs(tile.heights.at(127, i) - tile.heights.at(0, i)) < 1);
    CHECK(std::abs(tile.heights.at(i, 127) - tile.heights.at(i, 0)) < 1);
  }
  params.sheet = 200;
  CHECK_THROWS_AS(blow_dunes(params, {128, 128, 1, {0, 0}}, {}, with_seed(4)), StageError);
}

TEST_CASE("dunes: the same bytes for any number of threads", "[terrain]") {
  const GridSpec grid{300, 290, 1.0, {0, 0}};
  DunesParams params;
  params.sand = 2;
  params.iterations = 30;
  const Heightmap expected = blow_dunes(params, grid, {}, with_seed(9)).heights;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    CHECK(blow_dunes(params, grid, {}, with_seed(9)).heights.heights == expected.heights);
  }
}

TEST_CASE("dunes: every SIMD target gives the same bytes", "[terrain][simd]") {
  const auto targets = simd_targets();
  DunesParams params;
  params.iterations = 40;
  REQUIRE(limit_simd_targets("scalar"));
  const Heightmap expected = blow_dunes(params, kSandGrid, {}, with_seed(9)).heights;
  for (const std::string& target : targets) {
    INFO(target);
    REQUIRE(limit_simd_targets(target));
    CHECK(blow_dunes(params, kSandGrid, {}, with_seed(9)).heights.heights == expected.heights);
  }
  limit_simd_targets(targets.front());
}

TEST_CASE("dunes: hops, sand and ground that cannot be are refused at their key", "[terrain]") {
  const auto key_of = [](const DunesParams& params, const Heightmap* bedrock) {
    try {
      blow_dunes(params, kSandGrid, {bedrock, nullptr}, {});
    } catch (const StageError& error) {
      return std::string(error.key());
    }
    return std::string("none");
  };
  DunesParams params;
  params.iterations = 1;
  CHECK(key_of(params, nullptr) == "none");
  params.hop = 1.9;
  CHECK(key_of(params, nullptr) == "hop");
  params.hop = 401;
  CHECK(key_of(params, nullptr) == "hop");
  params.hop.reset();
  Heightmap ground(kSandGrid);
  ground.heights.at(4, 4) = std::numeric_limits<float>::quiet_NaN();
  CHECK(key_of(params, &ground) == "from");
  ground.heights.at(4, 4) = 1e8f;
  CHECK(key_of(params, &ground) == "from");
  params.sand = 1e6;
  CHECK(key_of(params, nullptr) == "sand");
}
