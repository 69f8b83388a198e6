// Hydraulic erosion with a reach: any window of a map, with its surroundings, has the bits of the whole.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "stages/land/erosion/hydraulic_erosion.h"
#include "support/window.h"
#include "unit/stages/land/erosion/erosion_lands.h"

using namespace weald;
using namespace weald::terrain;
using test::hilly_land;
using test::total_height;

namespace {

HydraulicResult reached(const Heightmap& map, const HydraulicErosionParams& params,
                        const HydraulicFields& fields = {}) {
  RunContext context;
  context.seed = 5;
  return erode_hydraulically(map, fields, params, context);
}

bool same_inside(const Heightmap& whole, const Heightmap& part, const Region& region, int halo) {
  const Region outer = grown(region, halo, whole.grid());
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x) {
      if (whole.heights.at(x, y) != part.heights.at(x - outer.x, y - outer.y)) return false;
    }
  }
  return true;
}

/// Tiles that cover a map.
std::vector<Region> tiling(const Heightmap& map, int width, int height) {
  std::vector<Region> tiles;
  for (int y = 0; y < map.height(); y += height) {
    for (int x = 0; x < map.width(); x += width)
      tiles.push_back({x, y, std::min(width, map.width() - x), std::min(height, map.height() - y)});
  }
  return tiles;
}

struct WindowCase {
  HydraulicErosionParams params;
  int width, height;
};

}  // namespace

TEST_CASE("hydraulic erosion: with a reach, tiles of any size have the bits of the whole map", "[terrain]") {
  const Heightmap map = hilly_land(211, 173, 10, 300);
  const Heightmap soft = hilly_land(211, 173, 10, 2), area = hilly_land(211, 173, 10, 90000);
  const std::vector<WindowCase> cases{
      {{.droplets = 0.5, .reach = 420}, 64, 64},                                         // one scale
      {{.droplets = 0.25, .radius = 30, .reach = 900}, 70, 90},                          // two scales
      {{.droplets = 0.25, .lifetime = 5, .reach = 520}, 211, 31},                        // life shorter than allowed
      {{.droplets = 0.5, .coarsest = 10, .sea_level = 120, .reach = 300}, 33, 173},      // with a sea
      {{.droplets = 0.25, .inertia = 0.8, .evaporation = 0.9, .reach = 1000}, 128, 97},  // with winding ways
  };
  for (const WindowCase& one : cases) {
    HydraulicErosionParams params = one.params;
    params.erodibility.range = {0, 10};
    params.erodibility.stage = "soft";
    CAPTURE(*params.reach, one.width, one.height);
    const HydraulicResult whole = reached(map, params, {&soft, &area});
    CHECK(total_height(whole.wear) > 100);
    const int halo = static_cast<int>(std::ceil(*params.reach / map.cell_size));
    bool equal = true;
    for (const Region& tile : tiling(map, one.width, one.height)) {
      const Heightmap soft_part = test::window_of(soft, tile, halo), area_part = test::window_of(area, tile, halo);
      const HydraulicResult part = reached(test::window_of(map, tile, halo), params, {&soft_part, &area_part});
      equal = equal && same_inside(whole.heights, part.heights, tile, halo) &&
              same_inside(whole.wear, part.wear, tile, halo) && same_inside(whole.deposit, part.deposit, tile, halo) &&
              same_inside(whole.flow, part.flow, tile, halo);
    }
    CHECK(equal);
  }
}

TEST_CASE("hydraulic erosion: with a reach, what is worn off is laid down or leaves, to the last unit", "[terrain]") {
  for (const double reach : {600.0, 2000.0}) {
    const Heightmap map = hilly_land(130, 96, 10, 200);
    const HydraulicResult result = reached(map, {.droplets = 1, .reach = reach});
    CAPTURE(reach);
    CHECK(result.balance.worn > 0);
    CHECK(result.balance.worn == result.balance.laid + result.balance.left);
  }
}

TEST_CASE("hydraulic erosion: with a reach, nothing depends on the number of threads", "[terrain]") {
  const Heightmap map = hilly_land(150, 170, 10, 300);
  const HydraulicErosionParams params{.droplets = 1, .reach = 700};
  const ThreadLimit one(1);
  const Heightmap expected = reached(map, params).heights;
  const ThreadLimit some(5);
  CHECK(reached(map, params).heights.heights == expected.heights);
}

TEST_CASE("hydraulic erosion: rivers that come from far away keep their beds clear of sediment", "[terrain]") {
  // A level valley floor between steep slopes: what gullies bring stays there, unless a river is known to carry it.
  Heightmap valley(GridSpec{160, 120, 10, {0, 0}}), area(valley.grid());
  for (int y = 0; y < 120; ++y) {
    for (int x = 0; x < 160; ++x) {
      const double aside = std::max(0.0, std::abs(x - 79.5) - 10);
      valley.heights.at(x, y) = static_cast<float>(6 * aside + 0.05 * (120 - y) * 10 + 3 * std::sin(0.4 * y));
      area.heights.at(x, y) = aside > 0 ? 0.0f : 5e8f;
    }
  }
  const HydraulicErosionParams params{.droplets = 2, .capacity = 4, .reach = 1300};
  const Heightmap without = reached(valley, params).deposit, with = reached(valley, params, {nullptr, &area}).deposit;
  double filled = 0, cleared = 0;
  for (int y = 20; y < 100; ++y) {
    for (int x = 72; x < 88; ++x) {
      filled += without.heights.at(x, y);
      cleared += with.heights.at(x, y);
    }
  }
  CHECK(filled > 10);
  CHECK(cleared < 0.5 * filled);
}

TEST_CASE("hydraulic erosion: a reach that is too short for the batches is refused with the shortest one",
          "[terrain]") {
  const Heightmap map = hilly_land(64, 64, 10, 100);
  const auto message_of = [&](double reach) {
    try {
      reached(map, {.droplets = 1, .reach = reach});
    } catch (const StageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(message_of(100).ends_with("give at least 510 m, or fewer droplets"));
  CHECK(message_of(509.9).empty());
  CHECK_FALSE(message_of(490).empty());
}
