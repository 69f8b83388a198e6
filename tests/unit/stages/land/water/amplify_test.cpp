#include "stages/land/water/amplify.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/rng.h"
#include "engine/graph/stage.h"
#include "stages/land/water/detail/amplify_net.h"
#include "stages/land/water/flow.h"
#include "stages/land/water/fluvial.h"
#include "support/run_field.h"

using namespace weald;
using namespace weald::hydrology;
using test::FieldRun;

static_assert(pipeline::FieldStage<Amplify>);

namespace {

AmplifyParams amplify_params(int levels, bool has_area = true) {
  AmplifyParams params;
  params.from.stage = "land";
  if (has_area) params.area.stage = "area";
  params.levels = levels;
  return params;
}

// Interpolation alone.
AmplifyParams plain_params(int levels) {
  AmplifyParams params = amplify_params(levels, false);
  params.detail = params.winding = params.incision = 0;
  params.steps = 0;
  return params;
}

// Mountains with rivers, and the drainage areas of their samples.
test::NamedMaps coarse_range(int width, int height) {
  const GridSpec grid{width, height, 256, {512, -1024}};
  FluvialParams params;
  params.steps = 8;
  RunContext context;
  context.seed = 5;
  Heightmap land = shape_land(params, {}, grid, context).heights;
  Heightmap area = flow_over(land, FlowMethod::d8, OutletSides::all).area;
  return {{"land", std::move(land)}, {"area", std::move(area)}};
}

Heightmap amplified(const AmplifyParams& params, const test::NamedMaps& maps) {
  RunContext context;
  context.seed = 9;
  return FieldRun<Amplify>(params, maps, {}, context).whole();
}

// Samples inside the map without a lower neighbour.
int pits_of(const Heightmap& map) {
  int pits = 0;
  for (int y = 1; y + 1 < map.height(); ++y) {
    for (int x = 1; x + 1 < map.width(); ++x) {
      float lowest = map.heights.at(x - 1, y);
      for (int j = -1; j <= 1; ++j) {
        for (int i = -1; i <= 1; ++i) {
          if (i != 0 || j != 0) lowest = std::min(lowest, map.heights.at(x + i, y + j));
        }
      }
      pits += lowest < map.heights.at(x, y) ? 0 : 1;
    }
  }
  return pits;
}

double fine_slope(const Heightmap& map, int x, int y) {
  const double across = map.heights.at(x + 1, y) - map.heights.at(x - 1, y);
  const double down = map.heights.at(x, y + 1) - map.heights.at(x, y - 1);
  return std::hypot(across, down) / (2 * map.cell_size);
}

double mean_slope(const Heightmap& map) {
  double sum = 0;
  for (int y = 1; y + 1 < map.height(); ++y) {
    for (int x = 1; x + 1 < map.width(); ++x) sum += fine_slope(map, x, y);
  }
  return sum / (map.width() - 2) / (map.height() - 2);
}

// Share of the samples inside the map that are steeper than `limit`, rise over run.
double steep_share(const Heightmap& map, double limit) {
  double count = 0;
  for (int y = 1; y + 1 < map.height(); ++y) {
    for (int x = 1; x + 1 < map.width(); ++x) count += fine_slope(map, x, y) > limit ? 1 : 0;
  }
  return count / (map.width() - 2) / (map.height() - 2);
}

double mean_height(const Heightmap& map) {
  double sum = 0;
  for (const float height : map.heights.values()) sum += height;
  return sum / static_cast<double>(map.heights.size());
}

double rms_difference(const Heightmap& a, const Heightmap& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.heights.size(); ++i) {
    const double difference = a.heights.values()[i] - b.heights.values()[i];
    sum += difference * difference;
  }
  return std::sqrt(sum / static_cast<double>(a.heights.size()));
}

Heightmap cut_out(const Heightmap& map, int x, int y, int size) {
  Heightmap cut(GridSpec{size, size, map.cell_size, map.grid().position(x, y)});
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) cut.heights.at(i, j) = map.heights.at(x + i, y + j);
  }
  return cut;
}

bool lies_within(const Region& region, int begin, int end) {
  return region.x >= begin && region.y >= begin && region.x + region.width <= end && region.y + region.height <= end;
}

}  // namespace

TEST_CASE(
    "amplify: interpolation alone reproduces quadratic surfaces up to the border, and keeps the input's samples") {
  const auto quadratic = [](double x, double z) { return 2e-4 * x * x - 1e-4 * z * z + 4e-5 * x * z - 0.1 * x + 3; };
  const Heightmap map = test::map_of({14, 11, 40, {-200, 100}}, quadratic);
  for (const int levels : {1, 3}) {
    const Heightmap fine = amplified(plain_params(levels), {{"land", map}});
    const int factor = 1 << levels;
    REQUIRE(fine.grid() == GridSpec{13 * factor + 1, 10 * factor + 1, 40.0 / factor, {-200, 100}});
    const Heightmap wanted = test::map_of(fine.grid(), quadratic);
    for (std::size_t i = 0; i < fine.heights.size(); ++i)
      CHECK(fine.heights.values()[i] == Approx(wanted.heights.values()[i]).margin(2e-4));
    bool equal = true;
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < map.width(); ++x)
        equal = equal && fine.heights.at(factor * x, factor * y) == map.heights.at(x, y);
    }
    CHECK(equal);
  }
}

TEST_CASE("amplify: interpolation alone reproduces cubic surfaces away from the border") {
  const auto cubic = [](double x, double z) { return 1e-3 * x * x * x - 2e-3 * x * x * z + 1e-3 * z * z * z; };
  const Heightmap fine = amplified(plain_params(2), {{"land", test::map_of({16, 16, 1, {-8, -8}}, cubic)}});
  const Heightmap wanted = test::map_of(fine.grid(), cubic);
  for (int y = 12; y + 12 < fine.height(); ++y) {
    for (int x = 12; x + 12 < fine.width(); ++x)
      CHECK(fine.heights.at(x, y) == Approx(wanted.heights.at(x, y)).margin(1e-5));
  }
}

TEST_CASE("amplify: windows have the bits of the whole and depend only on the samples that they need") {
  const test::NamedMaps maps = coarse_range(34, 27);
  for (const int levels : {1, 2, 3}) {
    for (const bool has_area : {true, false}) {
      const FieldRun<Amplify> run(amplify_params(levels, has_area), maps);
      const Heightmap whole = run.whole();
      CHECK(run.in_windows(37 * levels, 29 * levels).heights == whole.heights);
      CHECK(run.in_windows(1000, 41).heights == whole.heights);
    }
  }
  AmplifyParams strong = amplify_params(2);
  strong.detail = 4;
  strong.incision = 3;
  strong.steps = 11;
  const FieldRun<Amplify> run(strong, maps);
  CHECK(run.in_windows(61, 45).heights == run.whole().heights);
}

TEST_CASE("amplify: a map wider than a block has the bits of its windows") {
  const FieldRun<Amplify> run(amplify_params(4), coarse_range(38, 6));
  REQUIRE(run.grid.width > 512);
  CHECK(run.in_windows(211, 81).heights == run.whole().heights);
}

TEST_CASE("amplify: a window needs a bounded number of coarse samples") {
  const FieldInput<GridSpec> coarse[] = {{"land", GridSpec{4097, 4097, 256, {0, 0}}}};
  const AmplifyParams params = amplify_params(4, false);
  const GridSpec grid = Amplify::grid(params, InputGrids(coarse));
  REQUIRE(grid.width == 65537);
  const FieldKernel kernel = Amplify::kernel(params, {}, grid, {}, InputGrids(coarse));
  const Region needed = kernel.needs("land", {30000, 31000, 1024, 512});
  CHECK(needed.width <= 64 + 2 * (36 + 26));
  CHECK(needed.height <= 32 + 2 * (36 + 26));
}

TEST_CASE("amplify: chance depends on the place in the world, not on the map") {
  const test::NamedMaps maps = coarse_range(90, 90);
  const int at = 7, size = 75, far = 15;  // bends fade out on the border of the smaller map
  test::NamedMaps cut;
  for (const auto& [name, map] : maps) cut.emplace_back(name, cut_out(map, at, at, size));
  const Heightmap whole = amplified(amplify_params(1), maps), part = amplified(amplify_params(1), cut);
  const FieldRun<Amplify> run(amplify_params(1), cut);
  int compared = 0;
  bool equal = true;
  for (int y = 0; y < part.height(); ++y) {
    for (int x = 0; x < part.width(); ++x) {
      if (!lies_within(run.kernel.needs("land", {x, y, 1, 1}), far, size - far)) continue;
      ++compared;
      equal = equal && part.heights.at(x, y) == whole.heights.at(x + 2 * at, y + 2 * at);
    }
  }
  CHECK(compared > 50);
  CHECK(equal);
}

TEST_CASE("amplify: land on which all water flows off gets no pit") {
  const Rng rng(3);
  Heightmap map(GridSpec{41, 33, 100, {0, 0}});  // each sample is higher than the one to its west
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x)
      map.heights.at(x, y) = static_cast<float>(
          20 * x + rng.uniform_in(0, 19, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
  }
  REQUIRE(pits_of(map) == 0);
  for (const int levels : {1, 2, 3}) {
    AmplifyParams params = amplify_params(levels, false);
    CHECK(pits_of(amplified(params, {{"land", map}})) == 0);
    params.detail = 5;
    params.creep = 0;
    CHECK(pits_of(amplified(params, {{"land", map}})) == 0);
  }
}

TEST_CASE("amplify: a mountain range gets far fewer pits than interpolation gives it") {
  const test::NamedMaps maps = coarse_range(65, 49);
  REQUIRE(pits_of(maps[0].second) == 0);
  const int plain = pits_of(amplified(plain_params(3), maps));
  CHECK(plain > 50);
  CHECK(pits_of(amplified(amplify_params(3), maps)) * 10 < plain);
}

TEST_CASE("amplify: the rivers of the coarse map go on in the fine one") {
  const test::NamedMaps maps = coarse_range(65, 49);
  const Heightmap& coarse = maps[1].second;
  const Heightmap fine = flow_over(amplified(amplify_params(2), maps), FlowMethod::d8, OutletSides::all).area;
  const double large = 0.02 * coarse.width() * coarse.height() * coarse.cell_size * coarse.cell_size;
  int rivers = 0, kept = 0;
  for (int y = 3; y + 3 < coarse.height(); ++y) {
    for (int x = 3; x + 3 < coarse.width(); ++x) {
      if (coarse.heights.at(x, y) < large) continue;
      float most = 0;
      for (int j = -8; j <= 8; ++j) {
        for (int i = -8; i <= 8; ++i) most = std::max(most, fine.heights.at(4 * x + i, 4 * y + j));
      }
      ++rivers;
      kept += most > 0.75 * coarse.heights.at(x, y) ? 1 : 0;
    }
  }
  REQUIRE(rivers > 20);
  CHECK(kept >= 0.95 * rivers);
}

TEST_CASE("amplify: the land keeps its heights, and becomes somewhat steeper, by new valleys") {
  const test::NamedMaps maps = coarse_range(49, 41);
  const Heightmap plain = amplified(plain_params(3), maps), fine = amplified(amplify_params(3), maps);
  const HeightRange range = height_range(plain);
  CHECK(std::abs(mean_height(fine) - mean_height(plain)) < 0.05 * (range.max - range.min));
  CHECK(rms_difference(fine, plain) < 0.1 * (range.max - range.min));
  CHECK(mean_slope(fine) > 1.05 * mean_slope(plain));
  CHECK(mean_slope(fine) < 2.5 * mean_slope(plain));
}

TEST_CASE("amplify: parameters act in their direction") {
  const test::NamedMaps maps = coarse_range(33, 25);
  const auto with = [&](auto AmplifyParams::*member, auto value) {
    AmplifyParams params = amplify_params(2);
    params.*member = value;
    return amplified(params, maps);
  };
  CHECK(mean_slope(with(&AmplifyParams::creep, 0.0)) > mean_slope(with(&AmplifyParams::creep, 1.0)));
  CHECK(mean_slope(with(&AmplifyParams::incision, 0.2)) < mean_slope(with(&AmplifyParams::incision, 2.0)));
  CHECK(mean_slope(with(&AmplifyParams::source_area, 1e3)) > mean_slope(with(&AmplifyParams::source_area, 1e6)));
  CHECK(steep_share(with(&AmplifyParams::talus, 15.0), 0.4) < steep_share(with(&AmplifyParams::talus, 60.0), 0.4));
  const Heightmap plain = amplified(plain_params(2), maps);
  AmplifyParams rough = plain_params(2);
  rough.detail = 1;
  const double once = rms_difference(amplified(rough, maps), plain);
  rough.detail = 2;
  CHECK(once > 0);
  CHECK(rms_difference(amplified(rough, maps), plain) > 1.8 * once);
  AmplifyParams bent = plain_params(2);
  bent.winding = 0.5;
  const double half = rms_difference(amplified(bent, maps), plain);
  bent.winding = 1;
  CHECK(half > 0);
  CHECK(rms_difference(amplified(bent, maps), plain) > half);
}

TEST_CASE("amplify: level ground stays level, and the smallest map is refined") {
  const Heightmap level = test::map_of({2, 2, 10, {0, 0}}, [](double, double) { return 4.0; });
  const Heightmap fine = amplified(amplify_params(3, false), {{"land", level}});
  REQUIRE(fine.grid() == GridSpec{9, 9, 1.25, {0, 0}});
  for (const float height : fine.heights.values()) CHECK(height == Approx(4).margin(0.01));
}

TEST_CASE("amplify: areas on another grid and results that are too wide are errors") {
  const Heightmap map(GridSpec{9, 9, 10, {0, 0}}), other(GridSpec{9, 9, 20, {0, 0}});
  CHECK_THROWS_AS(FieldRun<Amplify>(amplify_params(1), {{"land", map}, {"area", other}}), StageError);
  const FieldInput<GridSpec> wide[] = {{"land", GridSpec{16385, 16385, 10, {0, 0}}}};
  CHECK_THROWS_AS(Amplify::grid(amplify_params(4, false), InputGrids(wide)), StageError);
  CHECK(Amplify::grid(amplify_params(3, false), InputGrids(wide)).width == 131073);
}

TEST_CASE("amplify: relief is the mean difference from the neighbours that exist, also in a corner of the map",
          "[hydrology]") {
  const Region all{0, 0, 9, 9};
  detail::AmplifyLevel level;
  level.width = level.height = 17;
  detail::LandTile coarse{detail::Tile<float>(all, std::numeric_limits<float>::infinity()),
                          detail::Tile<float>(all, 1.0f)};
  for (int y = 0; y < 9; ++y) std::fill_n(coarse.heights.row(y), 9, 0.0f);
  coarse.heights.at(0, 0) = 8;
  // Differences of 8 / 1 in the corner, 8 / 5 beside it, 8 / 8 inside it; then smoothed over the four of them.
  CHECK(detail::net_of(level, coarse).relief.at(0, 0) == Approx((8 + 2 * 1.6 + 1) / 4).margin(1e-6));
}
