#include "stages/land/water/watersheds.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.h"
#include "stages/land/water/flow.h"
#include "unit/stages/land/water/hollow_lands.h"
#include "unit/stages/land/water/hostile_lands.h"
#include "unit/stages/land/water/plain_tree.h"

using namespace weald;
using namespace weald::hydrology;

namespace {

bool equal_bits(const Grid<float>& a, const Grid<float>& b) {
  return a.size() == b.size() && std::memcmp(a.values().data(), b.values().data(), a.size() * sizeof(float)) == 0;
}

// Watersheds by their definition: the water of each sample is followed step by step, on the directions of a plain tree.
class PlainWatersheds {
 public:
  PlainWatersheds(const Heightmap& land, const WatershedsParams& params)
      : land_(land),
        params_(params),
        tree_(land, params.outlets,
              params.sea_level ? std::optional(static_cast<float>(*params.sea_level)) : std::nullopt),
        areas_(tree_.areas()) {}

  Grid<float> numbers() const {
    struct Found {
      int samples = 0;
      std::vector<std::pair<int, int>> at;
    };
    std::map<std::pair<int, int>, Found> found;  // by row and column of the outlet
    for (int y = 0; y < land_.height(); ++y) {
      for (int x = 0; x < land_.width(); ++x) {
        if (!is_sea(x, y)) found[outlet_of(x, y)].at.push_back({x, y});
      }
    }
    std::vector<std::tuple<int, int, int>> order;
    for (const auto& [outlet, watershed] : found) {
      if (area(outlet.second, outlet.first) >= params_.min_area * 1e6)
        order.push_back({-static_cast<int>(watershed.at.size()), outlet.first, outlet.second});
    }
    std::ranges::sort(order);
    Grid<float> result(land_.width(), land_.height(), 0.0f);
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const auto& [x, y] : found[{std::get<1>(order[i]), std::get<2>(order[i])}].at)
        result.at(x, y) = static_cast<float>(i + 1);
    }
    return result;
  }

 private:
  bool is_sea(int x, int y) const {
    return params_.sea_level && land_.heights.at(x, y) < static_cast<float>(*params_.sea_level);
  }
  double area(int x, int y) const { return static_cast<double>(areas_.at(x, y)) * land_.cell_size * land_.cell_size; }
  bool splits(int x, int y) const { return params_.split_area && area(x, y) >= *params_.split_area * 1e6; }

  int rivers_into(int x, int y) const {
    int count = 0;
    for (std::size_t d = 0; d < kDirections; ++d) {
      const int from_x = x - kStepX[d], from_y = y - kStepY[d];
      if (from_x < 0 || from_y < 0 || from_x >= land_.width() || from_y >= land_.height()) continue;
      if (tree_.directions().at(from_x, from_y) == d && splits(from_x, from_y)) ++count;
    }
    return count;
  }

  std::pair<int, int> outlet_of(int x, int y) const {
    for (std::size_t steps = 0; steps <= areas_.size(); ++steps) {
      const std::uint8_t d = tree_.directions().at(x, y);
      if (d == kOutlet) return {y, x};
      const int to_x = x + kStepX[d], to_y = y + kStepY[d];
      if (is_sea(to_x, to_y) || (splits(x, y) && rivers_into(to_x, to_y) >= 2)) return {y, x};
      x = to_x, y = to_y;
    }
    FAIL("water runs in a circle");
    return {};
  }

  const Heightmap& land_;
  const WatershedsParams& params_;
  test::PlainTree tree_;
  Grid<std::uint64_t> areas_;
};

std::vector<WatershedsParams> several_params(const Heightmap& land, double sea_level) {
  const double samples = land.cell_size * land.cell_size / 1e6;  // of one sample, km2
  return {{},
          {{}, 9 * samples, {}, {}, OutletSides::south},
          {{}, 0, {}, sea_level, OutletSides::all},
          {{}, 0, 20 * samples, {}, OutletSides::all},
          {{}, 12 * samples, 15 * samples, sea_level, OutletSides::west}};
}

void check_definition(const Heightmap& land, double sea_level) {
  for (const WatershedsParams& params : several_params(land, sea_level)) {
    const Grid<float> plain = PlainWatersheds(land, params).numbers();
    CHECK(equal_bits(watersheds_of(land, params).heights, plain));
  }
}

}  // namespace

TEST_CASE("watersheds: those of the definition, on land with hollows, plateaus and ties", "[hydrology]") {
  for (const test::HollowLand& kind : test::hollow_lands()) {
    const Heightmap land = test::hollow_land(kind, 31, 26, 5);
    INFO(kind.name);
    const HeightRange range = height_range(land);
    check_definition(land, range.min + 0.4 * (range.max - range.min));
  }
}

TEST_CASE("watersheds: hostile land has those of the definition", "[hydrology]") {
  for (const auto& [name, land] : test::hostile_lands(25)) {
    INFO(name);
    const HeightRange range = height_range(land);
    check_definition(land, range.min + 0.4 * (range.max - range.min));
  }
}

TEST_CASE("watersheds: a plane has one for each sample of its lower side, equal ones in the order of their outlets",
          "[hydrology]") {
  Heightmap plane(GridSpec{6, 9, 10, {0, 0}});
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 6; ++x) plane.heights.at(x, y) = static_cast<float>(-y);
  }
  WatershedsParams params;
  params.outlets = OutletSides::south;
  const Grid<float> numbers = watersheds_of(plane, params).heights;
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 6; ++x) CHECK(numbers.at(x, y) == static_cast<float>(x + 1));
  }
  params.min_area = 9 * 100 / 1e6;
  CHECK(equal_bits(watersheds_of(plane, params).heights, numbers));
  params.min_area = 9.01 * 100 / 1e6;
  CHECK(height_range(watersheds_of(plane, params)).max == 0);
}

TEST_CASE("watersheds: the ridge between two valleys divides the map, and the larger valley is the first",
          "[hydrology]") {
  // Two V-shaped valleys that fall to the south; the crest between them is column 12, and belongs to the steeper side.
  Heightmap land(GridSpec{31, 40, 5, {0, 0}});
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 31; ++x) {
      const double above = x < 12 ? 2.0 * std::abs(x - 6) : 4.0 / 3 * std::abs(x - 21);
      land.heights.at(x, y) = static_cast<float>(above - 0.01 * y);
    }
  }
  WatershedsParams params;
  params.outlets = OutletSides::south;
  params.min_area = 0.002;
  const Grid<float> numbers = watersheds_of(land, params).heights;
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 12; ++x) CHECK(numbers.at(x, y) == 2);
    for (int x = 13; x < 31; ++x) CHECK(numbers.at(x, y) == 1);
  }
}

TEST_CASE("watersheds: those of a cone in the sea are sectors that meet at its top, and no sea is in them",
          "[hydrology]") {
  const int size = 81, middle = 40;
  Heightmap cone(GridSpec{size, size, 10, {0, 0}});
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x)
      cone.heights.at(x, y) =
          static_cast<float>(200 - 10 * std::sqrt((x - middle) * (x - middle) + (y - middle) * (y - middle)));
  }
  WatershedsParams params;
  params.sea_level = 0;
  const Grid<float> numbers = watersheds_of(cone, params).heights;
  std::set<float> seen;
  std::map<float, int> shore_samples;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      CHECK((numbers.at(x, y) == 0) == (cone.heights.at(x, y) < 0));
      seen.insert(numbers.at(x, y));
    }
  }
  const auto most = *std::ranges::max_element(numbers.values());
  CHECK(seen.size() == static_cast<std::size_t>(most) + 1);
  // A cone has no preferred outlets: none of the eight directions collects more than an eighth and what is beside it.
  std::map<float, int> samples;
  for (const float number : numbers.values()) ++samples[number];
  CHECK(samples[1] < samples[0] / 8);
  for (float number = 2; number <= most; ++number) CHECK(samples[number] <= samples[number - 1]);
}

TEST_CASE("watersheds: where two rivers meet, each has a watershed of its own if it is large enough", "[hydrology]") {
  // A river to the south in column 5, which a tributary along row 4 meets. Elsewhere water runs to the north.
  Heightmap land(GridSpec{11, 12, 1, {0, 0}});
  for (int y = 0; y < 12; ++y) {
    for (int x = 0; x < 11; ++x) land.heights.at(x, y) = static_cast<float>(100 + 10 * y);
    land.heights.at(5, y) = static_cast<float>(20 - y);
  }
  for (int x = 6; x < 11; ++x) land.heights.at(x, 4) = static_cast<float>(15 + x);
  WatershedsParams params;
  params.outlets = OutletSides::south;
  params.split_area = 8e-6;
  const Grid<float> split = watersheds_of(land, params).heights;
  CHECK(split.at(5, 3) != split.at(5, 4));
  CHECK(split.at(6, 4) != split.at(5, 4));
  CHECK(split.at(6, 4) != split.at(5, 3));
  CHECK(split.at(10, 4) == split.at(6, 4));
  CHECK(split.at(5, 4) == split.at(5, 11));
  params.split_area = 1000e-6;
  const Grid<float> one = watersheds_of(land, params).heights;
  CHECK(one.at(5, 3) == one.at(5, 11));
  CHECK(one.at(10, 4) == one.at(5, 11));
}

TEST_CASE("watersheds: water runs as in flow along the tree of basins", "[hydrology]") {
  const Heightmap land = test::hollow_land(test::hollow_lands()[3], 60, 50, 7);
  const FlowMaps flow = flow_over(land, FlowMethod::d8_tree, OutletSides::east);
  WatershedsParams params;
  params.outlets = OutletSides::east;
  const Grid<float> numbers = watersheds_of(land, params).heights;
  for (int y = 0; y < 50; ++y) {
    for (int x = 0; x < 60; ++x) {
      const float bearing = flow.direction.heights.at(x, y);
      if (bearing < 0) continue;
      const auto d = static_cast<std::size_t>(static_cast<int>(bearing / 45) + 6) % 8;
      REQUIRE(numbers.at(x, y) == numbers.at(x + kStepX[d], y + kStepY[d]));
    }
  }
}

TEST_CASE("watersheds: heights that are not finite are an error, and a map without numbers a warning", "[hydrology]") {
  Heightmap land = test::hollow_land(test::hollow_lands()[0], 12, 12, 7);
  WatershedsParams params;
  params.from.stage = "land";
  params.sea_level = 1000;
  schema::Inputs inputs;
  inputs.add("land", land);
  std::vector<std::string> warnings;
  RunContext context;
  context.on_warning = [&](std::string_view text, std::string_view) { warnings.emplace_back(text); };
  CHECK(height_range(Watersheds::run(params, inputs, context)).max == 0);
  CHECK(warnings.size() == 1);
  land.heights.at(3, 4) = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_AS(watersheds_of(land, params), StageError);
}

TEST_CASE("watersheds: too many are refused", "[hydrology]") {
  const Heightmap land = test::hollow_land(test::hollow_lands()[0], 60, 40, 1);
  WatershedsParams params;
  params.split_area = 5e-6;
  const auto most = static_cast<std::size_t>(height_range(watersheds_of(land, params)).max);
  CHECK(most > 20);
  CHECK_NOTHROW(watersheds_of(land, params, most));
  CHECK_THROWS_WITH(watersheds_of(land, params, most - 1), Catch::Contains("there would be more than"));
}
