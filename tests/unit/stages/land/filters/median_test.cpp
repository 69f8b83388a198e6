#include "stages/land/filters/median.h"

#include "support/catch.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "engine/graph/stage.h"
#include "stages/land/filters/detail/float_order.h"
#include "unit/stages/land/maps/surfaces.h"

using namespace weald;
using namespace weald::filters;
using namespace weald::test;

static_assert(pipeline::FieldStage<Median>);

namespace {

MedianParams median_of(double radius) {
  MedianParams params;
  params.radius = radius;
  return params;
}

/// Sorts the samples within `radius` samples of every sample.
Heightmap sorted_medians(const Heightmap& map, double radius) {
  Heightmap result(map.grid());
  const int reach = static_cast<int>(radius) + 1;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      std::vector<float> window;
      for (int v = -reach; v <= reach; ++v) {
        for (int u = -reach; u <= reach; ++u) {
          if (u * u + v * v > radius * radius) continue;
          window.push_back(
              map.heights.at(std::clamp(x + u, 0, map.width() - 1), std::clamp(y + v, 0, map.height() - 1)));
        }
      }
      std::ranges::sort(window);
      result.heights.at(x, y) = window[window.size() / 2];
    }
  }
  return result;
}

}  // namespace

TEST_CASE("median: equals sorting the samples of the circle, on random heights and on heights with many ties",
          "[filters]") {
  const Heightmap map = random_surface({83, 71, 2.0, {0, 0}}, 100, 6);
  Heightmap steps = map;
  for (float& height : steps.heights.values()) height = static_cast<float>(static_cast<int>(height / 20)) - 2;
  for (const double samples : {0.0, 0.9, 1.0, 1.5, 3.0, 8.2}) {
    CAPTURE(samples);
    CHECK(field_of<Median>(median_of(2 * samples), map).heights == sorted_medians(map, samples).heights);
    CHECK(field_of<Median>(median_of(2 * samples), steps).heights == sorted_medians(steps, samples).heights);
  }
}

TEST_CASE("median: a circle larger than the map counts the border over and over", "[filters]") {
  const Heightmap map = random_surface({7, 5, 1.0, {0, 0}}, 100, 7);
  CHECK(field_of<Median>(median_of(30), map).heights == sorted_medians(map, 30).heights);
}

TEST_CASE("median: removes single spikes and keeps a straight edge", "[filters]") {
  Heightmap cliff = surface({30, 30, 1.0, {0, 0}}, [](double x, double) { return x < 15 ? 10 : 90; });
  const Heightmap clean = cliff;
  cliff.heights.at(5, 7) = 1000;
  cliff.heights.at(20, 20) = -1000;
  CHECK(field_of<Median>(median_of(2), cliff).heights == clean.heights);
}

TEST_CASE("median: windows of every size give the bits of the whole", "[filters]") {
  const Heightmap map = random_surface({41, 37, 1.0, {0, 0}}, 100, 8);
  for (const double radius : {1.0, 4.3}) {
    const Heightmap whole = field_of<Median>(median_of(radius), map);
    for (const auto& [columns, rows] : {std::pair{1, 1}, {13, 9}, {41, 2}})
      CHECK(field_of<Median>(median_of(radius), map, columns, rows).heights == whole.heights);
  }
}

TEST_CASE("Disc: the samples at most a radius away", "[filters]") {
  CHECK(Disc(0).count() == 1);
  CHECK(Disc(1).count() == 5);
  CHECK(Disc(1.42).count() == 9);
  CHECK(Disc(5).count() == 81);  // the Gauss circle problem: 1, 5, 13, 29, 49, 81
  CHECK(Disc(30).count() == 2821);
}

TEST_CASE("order_key: keys are ordered as heights are, give them back, and sort them", "[filters]") {
  const float most = std::numeric_limits<float>::max();
  const std::vector<float> heights{-most, -3.5f, -1e-40f, -0.0f, 0.0f, 1e-40f, 2, 2.0000002f, most};
  for (std::size_t i = 0; i < heights.size(); ++i) {
    CHECK(height_of(order_key(heights[i])) == heights[i]);
    if (i > 0) CHECK(order_key(heights[i - 1]) < order_key(heights[i]));
  }
  std::vector<std::uint32_t> keys, other;
  const Rng rng(3);
  for (std::uint64_t i = 0; i < 5000; ++i)
    keys.push_back(static_cast<std::uint32_t>(rng.below(i % 2 == 0 ? 50 : 4294967295u, i)));
  std::vector<std::uint32_t> expected = keys;
  std::ranges::sort(expected);
  radix_sort(keys, other, 0);
  CHECK(keys == expected);
}

TEST_CASE("median: a radius of too many samples is refused at its key", "[filters]") {
  const FieldInput<GridSpec> input{"", {9, 9, 1.0, {0, 0}}};
  CHECK_NOTHROW(Median::grid(median_of(256), InputGrids({&input, 1})));
  CHECK_THROWS_AS(Median::grid(median_of(257), InputGrids({&input, 1})), StageError);
}
