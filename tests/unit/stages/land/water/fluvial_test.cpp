#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/simd.h"
#include "engine/graph/stage.h"
#include "stages/import/heightmap_import.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/fluvial.h"
#include "stages/land/water/rivers.h"
#include "unit/stages/land/water/statistics.h"

using namespace weald;
using namespace weald::hydrology;

static_assert(pipeline::WholeStage<Fluvial>);
static_assert(schema::has_sound_defaults<FluvialParams>());

namespace {

GridSpec square(int samples, double extent) { return {samples, samples, extent / (samples - 1), {0, 0}}; }

RunContext seeded(std::uint64_t seed) {
  RunContext context;
  context.seed = seed;
  return context;
}

FluvialLand land_on(const GridSpec& grid, const FluvialParams& params = {}, std::uint64_t seed = 5) {
  return shape_land(params, {}, grid, seeded(seed));
}

double correlation(const Heightmap& a, const Heightmap& b) {
  double n = 0, sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
  for (std::size_t i = 0; i < a.heights.size(); ++i) {
    const double x = a.heights.values()[i], y = b.heights.values()[i];
    n += 1, sa += x, sb += y, saa += x * x, sbb += y * y, sab += x * y;
  }
  return (n * sab - sa * sb) / std::sqrt((n * saa - sa * sa) * (n * sbb - sb * sb));
}

struct Figures {
  double concavity;
  double hack;
  std::vector<double> one_step;  // shares of the eight directions
  std::vector<double> chords;    // of 24 directions of ten steps
  double below_outlet;
};

Figures figures(std::string_view name, const Heightmap& map) {
  // Where channels begin on maps of this extent, and where directions are many enough to count.
  constexpr double kChannel = 3e5;
  const DrainedSurface surface = drained(map, OutletSides::all, 0, 0);
  const Figures result{-slope_area(surface, kChannel).exponent, hack(surface, kChannel).exponent,
                       channel_directions(surface, kChannel, 1, 8), channel_directions(surface, kChannel, 10, 24),
                       share_in_depressions(map)};
  WARN(fmt::format(
      "{:<10} concavity {:5.2f}  Hack {:4.2f}  directions: 8 of one step {:4.2f}, 24 of ten steps {:4.2f}  "
      "below their outlet {:4.1f} %",
      name, result.concavity, result.hack, grain(result.one_step), grain(result.chords), 100 * result.below_outlet));
  return result;
}

}  // namespace

TEST_CASE("fluvial: it looks like land by numbers, where noise does not", "[hydrology]") {
  const GridSpec grid = square(257, 20000);
  std::vector<double> chords(24, 0);
  for (const std::uint64_t seed : {5u, 6u, 7u}) {
    const Figures land = figures("fluvial", land_on(grid, {}, seed).heights);
    CHECK(land.concavity > 0.35);
    CHECK(land.concavity < 0.60);
    CHECK(land.hack > 0.45);
    CHECK(land.hack < 0.65);
    CHECK(grain(land.one_step) < 1.5);
    CHECK(land.below_outlet == 0);
    for (std::size_t i = 0; i < chords.size(); ++i) chords[i] += land.chords[i] / 3;
  }
  CHECK(grain(chords) < 1.5);
  const Figures noise = figures("fBm", rough_ground(grid, 5000, 800, 0, 6, 1));
  CHECK((noise.concavity < 0.35 || noise.concavity > 0.60));
  CHECK(noise.below_outlet > 0.02);
  io::HeightmapImportParams survey;
  survey.file.resolved = WEALD_SOURCE_DIR "/presets/data/jacksboro_dem.png";
  const Figures real = figures("Jacksboro", io::import_survey(survey, false, {}).heights);
  CHECK(real.hack > 0.45);
  CHECK(real.hack < 0.65);
}

TEST_CASE("fluvial: the shape does not depend on the resolution", "[hydrology]") {
  const FluvialLand coarse = land_on(square(129, 20000));
  const FluvialLand fine = land_on(square(513, 20000));
  const double same = correlation(coarse.heights, resampled(fine.heights, coarse.heights.grid()));
  WARN("correlation of 129 and 513 samples: " << same);
  CHECK(same >= 0.9);
}

TEST_CASE("fluvial: no single slope prevails, and heights converge with resolution", "[hydrology][statistics]") {
  const GridSpec wide{601, 451, 20, {0, 0}};
  const Heightmap land = land_on(wide).heights;
  std::vector<double> degrees(90, 0);
  for (int y = 1; y < 450; ++y) {
    for (int x = 1; x < 600; ++x) {
      const double east = double{land.heights.at(x + 1, y)} - land.heights.at(x - 1, y);
      const double south = double{land.heights.at(x, y + 1)} - land.heights.at(x, y - 1);
      degrees[static_cast<std::size_t>(math::degrees(math::atan(std::hypot(east, south) / 40)))] += 1.0 / (599 * 449);
    }
  }
  const double most = *std::max_element(degrees.begin(), degrees.end());
  WARN("the most frequent slope of one degree covers " << 100 * most << " %");
  CHECK(most < 0.08);
  const auto highest = [](int samples) { return height_range(land_on(square(samples, 10240)).heights).max; };
  CHECK(highest(1025) == Approx(highest(257)).epsilon(0.05));
}

TEST_CASE("fluvial: defaults make mountains on the default grid, on a small one and on a large one", "[hydrology]") {
  for (const double cell : {1.0, 20.0, 100.0}) {
    FluvialParams params;
    params.size = {257, 257};
    if (cell != params.cell_size) params.cell_size = cell;
    const Heightmap land = land_on(noise::grid_spec(params), params).heights;
    const RiversParams usual;
    const curve::Curve rivers = find_rivers(land, nullptr, usual, 1);
    INFO("cells of " << cell << " m: " << rivers.paths.size() << " rivers");
    CHECK(rivers.paths.size() > 10);
    CHECK(rivers.paths.size() < 200);
    const HeightRange range = height_range(land);
    CHECK(range.max - range.min > 0.02 * 257 * cell);
    CHECK(range.max - range.min < 0.4 * 257 * cell);
  }
}

TEST_CASE("fluvial: the same bytes for any number of threads and every SIMD target", "[hydrology][simd]") {
  FluvialParams params;
  params.steps = 4;
  const GridSpec grid{201, 190, 60, {100, -50}};
  const auto targets = simd_targets();
  const FluvialLand expected = land_on(grid, params);
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    CHECK(land_on(grid, params).heights.heights == expected.heights.heights);
  }
  for (const std::string& target : targets) {
    REQUIRE(limit_simd_targets(target));
    INFO(target);
    const FluvialLand land = land_on(grid, params);
    CHECK(land.heights.heights == expected.heights.heights);
    CHECK(land.flow.heights == expected.flow.heights);
  }
  limit_simd_targets(targets.front());
}

TEST_CASE("fluvial: all that drains leaves, and wear is what is missing", "[hydrology]") {
  FluvialParams params;
  params.outlets = OutletSides::east;
  params.steps = 5;
  params.extent = 8900;
  const GridSpec grid{90, 70, 100, {0, 0}};
  const FluvialLand land = land_on(grid, params);
  double left = 0;
  for (int y = 0; y < 70; ++y) left += land.flow.heights.at(89, y);
  CHECK(left == Approx(90 * 70 * 1e4));
  // Nothing moves sideways but by creep, so the mean of wear, heights and what rose is one balance.
  for (const auto& [x, y] : {std::pair{3, 4}, std::pair{40, 60}, std::pair{80, 30}}) {
    const double start =
        land.heights.heights.at(x, y) + land.wear.heights.at(x, y) - params.uplift.value * 1e-3 * params.years;
    CHECK(std::abs(start) < 2 * params.roughness);
  }
}

TEST_CASE("fluvial: fields drive uplift and erodibility", "[hydrology]") {
  const GridSpec grid{65, 65, 200, {0, 0}};
  Heightmap rising(grid), soft(grid);
  for (int y = 0; y < 65; ++y) {
    for (int x = 0; x < 65; ++x) {
      rising.heights.at(x, y) = x < 32 ? 0.0f : 1.0f;
      soft.heights.at(x, y) = y < 32 ? 2e-5f : 4e-6f;
    }
  }
  const auto mean = [](const Heightmap& map, int x0, int x1, int y0, int y1) {
    double sum = 0;
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) sum += map.heights.at(x, y);
    }
    return sum / ((x1 - x0) * (y1 - y0));
  };
  FluvialParams params;
  params.uplift.range = {0, 1000};
  params.erodibility.range = {0, 1};
  params.uplift.stage = "rising";
  const FluvialLand half = shape_land(params, {.uplift = &rising}, grid, seeded(1));
  CHECK(mean(half.heights, 40, 60, 5, 60) > 5 * std::abs(mean(half.heights, 5, 25, 5, 60)));
  params.uplift = 0.5;
  params.erodibility.stage = "soft";
  const FluvialLand layered = shape_land(params, {.erodibility = &soft}, grid, seeded(1));
  CHECK(mean(layered.heights, 5, 60, 38, 60) > 1.5 * mean(layered.heights, 5, 60, 5, 27));
}

TEST_CASE("fluvial: a short time leaves an imported landscape nearly as it is", "[hydrology]") {
  const GridSpec grid{200, 150, 50, {0, 0}};
  const Heightmap hills = rough_ground(grid, 3000, 400, 0, 4, 2);
  FluvialParams params;
  params.years = 1000;
  params.uplift = 0;
  const FluvialLand land = shape_land(params, {.from = &hills}, grid, seeded(1));
  CHECK(correlation(land.heights, hills) > 0.95);  // hollows are filled
  CHECK(share_in_depressions(land.heights) == 0);
  CHECK(share_in_depressions(hills) > 0);
}

TEST_CASE("fluvial: the sea stays as it began, and land does not fall below it", "[hydrology]") {
  const GridSpec grid{150, 120, 100, {0, 0}};
  const Heightmap floor = rough_ground(grid, 6000, 200, 0, 3, 3);
  FluvialParams params;
  params.sea = 10;
  params.years = 1e6;
  const FluvialLand land = shape_land(params, {.from = &floor}, grid, seeded(1));
  std::size_t sea = 0;
  for (int y = 1; y < 119; ++y) {
    for (int x = 1; x < 149; ++x) {
      const float start = floor.heights.at(x, y), end = land.heights.heights.at(x, y);
      if (start > 10) {
        CHECK(end >= 10);
      } else {
        CHECK(end == start);
        CHECK(land.wear.heights.at(x, y) == 0);
        ++sea;
      }
    }
  }
  CHECK(sea > 1000);
}

TEST_CASE("fluvial: fields of other grids, and what is not finite, are refused", "[hydrology]") {
  Heightmap ground(GridSpec{20, 20, 10, {0, 0}});
  const Heightmap other(GridSpec{20, 21, 10, {0, 0}});
  schema::Inputs inputs;
  inputs.add("ground", ground);
  inputs.add("other", other);
  FluvialParams params;
  params.from.stage = "ground";
  params.uplift.stage = "other";
  CHECK_THROWS_AS(Fluvial::run(params, inputs, {}), StageError);
  FluvialParams large;
  large.size = {131073, 131073};
  CHECK_THROWS_AS(Fluvial::run(large, inputs, {}), StageError);
  params.uplift = 1;
  ground.heights.at(3, 3) = std::numeric_limits<float>::infinity();
  CHECK_THROWS_AS(Fluvial::run(params, inputs, {}), StageError);
}

TEST_CASE("levels: grids lie inside each other, and coarse ones do not depend on the last", "[hydrology]") {
  const auto coarse = level_grids(square(513, 10000));
  const auto fine = level_grids(square(2049, 10000));
  REQUIRE(coarse.size() == 4);
  REQUIRE(fine.size() == 6);
  for (std::size_t i = 0; i < coarse.size(); ++i) CHECK(coarse[i] == fine[i]);
  const auto odd = level_grids({301, 97, 7, {3, 4}});
  CHECK(odd.back() == GridSpec{301, 97, 7, {3, 4}});
  for (const GridSpec& grid : odd) {
    CHECK((grid.width - 1) * grid.cell_size >= 300 * 7 - 1e-6);
    CHECK((grid.height - 1) * grid.cell_size >= 96 * 7 - 1e-6);
  }
  CHECK(level_grids({2, 2, 1, {0, 0}}).back() == GridSpec{2, 2, 1, {0, 0}});
}

TEST_CASE("levels: resampling keeps planes, and samples that coincide", "[hydrology]") {
  Heightmap plane(GridSpec{33, 17, 2, {0, 0}});
  for (int y = 0; y < 17; ++y) {
    for (int x = 0; x < 33; ++x) plane.heights.at(x, y) = static_cast<float>(3 * x - 2 * y);
  }
  const Heightmap fine = resampled(plane, {65, 33, 1, {0, 0}});
  for (int y = 4; y < 29; ++y) {
    for (int x = 4; x < 61; ++x) CHECK(fine.heights.at(x, y) == Approx(1.5 * x - y).margin(1e-4));
  }
  CHECK(fine.heights.at(64, 32) == plane.heights.at(32, 16));
  const Heightmap coarse = resampled(plane, {17, 9, 4, {0, 0}});
  for (int y = 1; y < 8; ++y) {
    for (int x = 1; x < 16; ++x) CHECK(coarse.heights.at(x, y) == Approx(6 * x - 4 * y).margin(1e-4));
  }
}
