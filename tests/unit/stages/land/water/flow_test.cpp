#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "engine/graph/stage.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/flow.h"
#include "unit/stages/land/water/hollow_lands.h"
#include "unit/stages/land/water/plain_flow.h"

using namespace weald;
using namespace weald::hydrology;

static_assert(pipeline::WholeStage<Flow>);

namespace {

constexpr FlowMethod kMethods[] = {FlowMethod::d8, FlowMethod::d_infinity, FlowMethod::multiple};

template <class Height>
Heightmap ground(int width, int height, double cell_size, const Height& at) {
  Heightmap map(GridSpec{width, height, cell_size, {0, 0}});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map.heights.at(x, y) = static_cast<float>(at(x, y));
  }
  return map;
}

// Water that arrives at the samples where it leaves.
double outflow(const Heightmap& area, OutletSides sides) {
  const Cells cells = cells_of(area.grid());
  const auto outlets = side_outlets(cells, sides);
  double sum = 0;
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) sum += outlets[cells.at(x, y)] != 0 ? area.heights.at(x, y) : 0;
  }
  return sum;
}

}  // namespace

TEST_CASE("flow: a tilted plane drains straight down, each sample all above it", "[hydrology]") {
  const Heightmap plane = ground(12, 9, 5, [](int, int y) { return 100 - 2 * y; });
  for (const FlowMethod method : {FlowMethod::d8, FlowMethod::d_infinity}) {
    const FlowMaps maps = flow_over(plane, method, OutletSides::south);
    for (int y = 0; y < 9; ++y) {
      for (int x = 0; x < 12; ++x) CHECK(maps.area.heights.at(x, y) == 25.0 * (y + 1));
    }
    CHECK(maps.direction.heights.at(3, 3) == 180);
    CHECK(maps.direction.heights.at(3, 8) == -1);
  }
}

TEST_CASE("flow: D-infinity splits a plane's water by the angle of its descent", "[hydrology]") {
  // Falls twice as far to the south as to the east: the angle from south is atan(1/2).
  const Heightmap plane = ground(9, 9, 1, [](int x, int y) { return 100 - x - 2 * y; });
  const FlowMaps maps = flow_over(plane, FlowMethod::d_infinity, OutletSides::all);
  const double turn = math::atan(0.5) / (math::kPi / 4);
  // (1, 1) drains itself alone: what is above it lies on the border and leaves there.
  CHECK(maps.area.heights.at(1, 1) == 1);
  CHECK(maps.area.heights.at(1, 2) == Approx(1 + (1 - turn)));
  CHECK(maps.area.heights.at(2, 2) == Approx(1 + 1 * (1 - turn) + turn));
  CHECK(maps.direction.heights.at(4, 4) == Approx(180 - 45 * turn));
}

TEST_CASE("flow: a valley gathers whole rows", "[hydrology]") {
  const Heightmap valley = ground(21, 30, 2, [](int x, int y) { return 500 + 10 * std::abs(x - 10) - 0.5 * y; });
  const FlowMaps maps = flow_over(valley, FlowMethod::d8, OutletSides::south);
  for (int y = 0; y < 29; ++y) CHECK(maps.area.heights.at(10, y) == 4.0 * 21 * (y + 1));
  CHECK(maps.area.heights.at(10, 29) == 4.0 * (21 * 29 + 1));  // the last row leaves where it is
}

TEST_CASE("flow: on a cone D-infinity follows the radius, which D8 does not", "[hydrology]") {
  constexpr int kSize = 129;
  const Heightmap cone = ground(kSize, kSize, 1, [](int x, int y) { return 1000 - std::hypot(x - 64, y - 64); });
  // The area above a unit of contour at radius r is r / 2; across a sample it is at least that.
  const auto spread = [&](FlowMethod method) {
    const FlowMaps maps = flow_over(cone, method, OutletSides::all);
    double sum = 0, squares = 0, count = 0;
    for (int y = 1; y < kSize - 1; ++y) {
      for (int x = 1; x < kSize - 1; ++x) {
        const double r = std::hypot(x - 64, y - 64);
        if (r < 20 || r > 60) continue;
        const double ratio = maps.area.heights.at(x, y) / (r / 2);
        sum += ratio, squares += ratio * ratio, count += 1;
      }
    }
    return std::sqrt(squares / count - (sum / count) * (sum / count)) / (sum / count);
  };
  CHECK(spread(FlowMethod::d_infinity) < 0.15);
  CHECK(spread(FlowMethod::multiple) < 0.15);
  CHECK(spread(FlowMethod::d8) > 0.5);
}

TEST_CASE("flow: all water leaves the map, over whichever sides it may", "[hydrology]") {
  // A rough surface with hollows.
  const Heightmap rough = ground(40, 33, 3, [](int x, int y) { return (x * 37 + y * 101 + x * y * 13) % 29; });
  for (const OutletSides sides : {OutletSides::all, OutletSides::north, OutletSides::east}) {
    for (const FlowMethod method : kMethods) {
      const FlowMaps maps = flow_over(rough, method, sides);
      CHECK(outflow(maps.area, sides) == Approx(40 * 33 * 9.0).epsilon(1e-5));
    }
  }
}

TEST_CASE("flow: bearings are those of a compass", "[hydrology]") {
  const auto bearing = [](double east, double south) {
    const Heightmap plane = ground(5, 5, 1, [&](int x, int y) { return 50 - east * x - south * y; });
    return flow_over(plane, FlowMethod::d_infinity, OutletSides::all).direction.heights.at(2, 2);
  };
  CHECK(bearing(0, -1) == 0);
  CHECK(bearing(1, 0) == 90);
  CHECK(bearing(0, 1) == 180);
  CHECK(bearing(-1, 0) == 270);
  CHECK(bearing(1, -1) == 45);
  CHECK(bearing(1, -3) == Approx(math::degrees(math::atan2(1, 3))));
  CHECK(bearing(-1, -3) == Approx(360 - math::degrees(math::atan2(1, 3))));
}

TEST_CASE("flow: the maps are those of a sum over all cells sorted by height, to the bit", "[hydrology]") {
  for (const test::HollowLand& land : test::hollow_lands()) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const Heightmap map = test::hollow_land(land, 5 + static_cast<int>(seed * 38), 33, seed);
      for (const FlowMethod method : kMethods) {
        for (const OutletSides sides : {OutletSides::all, OutletSides::south}) {
          const FlowMaps fast = flow_over(map, method, sides);
          const FlowMaps plain = test::flow_from_the_top(map, method, sides);
          INFO(land.name << ", seed " << seed << ", method " << static_cast<int>(method));
          REQUIRE(fast.area.heights == plain.area.heights);
          REQUIRE(fast.direction.heights == plain.direction.heights);
        }
      }
    }
  }
}
