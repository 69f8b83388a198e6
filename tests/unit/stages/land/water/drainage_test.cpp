#include "support/catch.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/multigrid.h"
#include "unit/stages/land/water/hollow_lands.h"

using namespace weald;
using namespace weald::hydrology;

namespace {

// The number of cells above each cell, counted by following the water of every single one.
std::vector<std::uint32_t> areas_by_walks(const Drainage& drainage) {
  const Cells& cells = drainage.cells();
  std::vector<std::uint32_t> areas(cells.count(), 0);
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      Cell cell = cells.at(x, y);
      for (++areas[cell]; drainage.directions()[cell] < kDirections; ++areas[cell]) cell = drainage.receiver(cell);
    }
  }
  return areas;
}

void check_order(const Drainage& drainage) {
  const Cells& cells = drainage.cells();
  std::vector<std::uint8_t> seen(cells.count(), 0);
  std::size_t wrong = 0, count = 0;
  const auto check = [&](const FlowOrder& order) {
    std::size_t begin = 0;
    for (const std::uint32_t end : order.level_ends) {
      for (std::size_t i = begin; i < end; ++i) {
        const Cell cell = order.cells[i], below = order.receivers[i];
        const bool is_outlet = drainage.directions()[cell] >= kDirections;
        wrong += seen[cell] != 0 || (is_outlet ? below != cell : below != drainage.receiver(cell) || seen[below] == 0);
      }
      for (std::size_t i = begin; i < end; ++i) seen[order.cells[i]] = 1;
      begin = end;
    }
    CHECK(begin == order.cells.size());
    CHECK(order.receivers.size() == order.cells.size());
    count += order.cells.size();
  };
  check(drainage.trunk_order());
  const std::vector<std::uint8_t> after_trunk = seen;
  for (std::size_t band = 0; band < drainage.bands(); ++band) {
    std::vector<std::uint8_t> all = std::exchange(seen, after_trunk);
    check(drainage.band_order(band));
    std::ranges::transform(seen, all, seen.begin(), [](std::uint8_t a, std::uint8_t b) { return a | b; });
  }
  CHECK(wrong == 0);
  CHECK(count == static_cast<std::size_t>(cells.width) * static_cast<std::size_t>(cells.height));
}

}  // namespace

TEST_CASE("drainage: areas are those of walks from every cell, and the order goes against the flow", "[hydrology]") {
  for (const test::HollowLand& land : test::hollow_lands()) {
    for (const OutletSides sides : {OutletSides::all, OutletSides::north}) {
      // More rows than a band, and more bands than one.
      const DrainedSurface surface = drained(test::hollow_land(land, 33, 300, 4), sides, 0.4, 7);
      INFO(land.name);
      const auto areas = surface.drainage.areas();
      CHECK(std::ranges::equal(areas_by_walks(surface.drainage), areas));
      check_order(surface.drainage);
    }
  }
}

TEST_CASE("drainage: ways out of hollows are lowered alike with and without an order of the cells", "[hydrology]") {
  for (const test::HollowLand& land : test::hollow_lands()) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Heightmap map = test::hollow_land(land, 90, 140, seed);
      INFO(land.name << ", seed " << seed);
      CHECK(drained_heights(map, OutletSides::all, 0.4, seed) == drained(map, OutletSides::all, 0.4, seed).heights);
    }
  }
}

TEST_CASE("drainage: a route over changed ground leaves nothing of the one before", "[hydrology]") {
  const Heightmap first = test::hollow_land(test::hollow_lands()[1], 40, 290, 1);
  const Heightmap second = test::hollow_land(test::hollow_lands()[3], 40, 290, 2);
  const Cells cells = cells_of(first.grid());
  const auto weights = std::make_shared<RoutingWeights>(3, 0.4);
  Drainage again(cells, side_outlets(cells, OutletSides::all), weights);
  Drainage fresh(cells, side_outlets(cells, OutletSides::all), weights);
  std::vector<float> heights = in_cells(first, std::numeric_limits<float>::infinity());
  again.route(heights);
  check_order(again);
  heights = in_cells(second, std::numeric_limits<float>::infinity());
  std::vector<float> same = heights;
  again.route(heights);
  fresh.route(same);
  CHECK(heights == same);
  CHECK(std::ranges::equal(again.directions(), fresh.directions()));
  CHECK(std::ranges::equal(again.areas(), fresh.areas()));
  check_order(again);
}
