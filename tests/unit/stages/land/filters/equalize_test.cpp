#include "stages/land/filters/equalize.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "engine/graph/stage.h"
#include "unit/stages/land/maps/surfaces.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::filters;
using namespace weald::test;

static_assert(pipeline::WholeStage<Equalize>);

namespace {

Heightmap equalized(EqualizeParams params, const Heightmap& map) {
  params.from.stage = "land";
  schema::Inputs inputs;
  inputs.add("land", map);
  return Equalize::run(params, inputs, {});
}

/// Heights that are far from evenly distributed, none of them twice.
Heightmap skewed() {
  return surface({64, 48, 1.0, {0, 0}}, [](double x, double z) {
    const double position = 64 * z + std::fmod(x * 37, 64);
    return -20 + std::pow(position / 3071, 4) * 800 + position * 1e-3;
  });
}

}  // namespace

TEST_CASE("equalize: the k-th lowest of N heights becomes k / (N - 1) of the range", "[filters]") {
  const Heightmap map = skewed();
  const Heightmap made = equalized({}, map);
  std::vector<std::size_t> order(map.heights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return map.heights.values()[i]; });
  const double low = map.heights.values()[order.front()], high = map.heights.values()[order.back()];
  const double most = static_cast<double>(order.size() - 1);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double share = (made.heights.values()[order[k]] - low) / (high - low);
    CHECK(share == Approx(static_cast<double>(k) / most).margin(1e-6));
  }
}

TEST_CASE("equalize: the order of heights is kept, equal heights stay equal, and the range stays", "[filters]") {
  Heightmap map = random_surface({50, 40, 1.0, {0, 0}}, 30, 9);
  for (float& height : map.heights.values()) height = std::floor(height / 3) - 4;
  map.heights.at(3, 3) = -0.0f;
  EqualizeParams params;
  for (const double strength : {0.3, 1.0}) {
    params.strength = strength;
    const Heightmap made = equalized(params, map);
    const std::span<const float> before = map.heights.values(), after = made.heights.values();
    std::vector<std::size_t> order(before.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return before[i]; });
    for (std::size_t k = 1; k < order.size(); ++k) {
      if (before[order[k]] == before[order[k - 1]])
        CHECK(after[order[k]] == after[order[k - 1]]);
      else
        CHECK(after[order[k]] > after[order[k - 1]]);
    }
    CHECK(height_range(made).min == height_range(map).min);
    CHECK(height_range(made).max == height_range(map).max);
  }
}

TEST_CASE("equalize: ties take the middle of their ranks", "[filters]") {
  Heightmap map(GridSpec{5, 2, 1.0, {0, 0}});
  const std::vector<float> heights{0, 0, 10, 10, 10, 10, 10, 10, 70, 100};
  std::ranges::copy(heights, map.heights.values().begin());
  // Doubled ranks 2, 10, 17, 19.
  const Heightmap made = equalized({}, map);
  const std::vector<double> expected{0, 0, 8, 8, 8, 8, 8, 8, 15, 17};
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(made.heights.values()[i] == Approx(expected[i] / 17 * 100).margin(1e-5));
}

TEST_CASE("equalize: strength 0 changes nothing, and 1/2 goes half way", "[filters]") {
  const Heightmap map = skewed();
  const Heightmap whole = equalized({}, map);
  EqualizeParams params;
  params.strength = 0;
  CHECK(equalized(params, map).heights == map.heights);
  params.strength = 0.5;
  const Heightmap half = equalized(params, map);
  for (std::size_t i = 0; i < map.heights.size(); ++i) {
    const double middle = 0.5 * (map.heights.values()[i] + whole.heights.values()[i]);
    CHECK(half.heights.values()[i] == Approx(middle).margin(1e-4));
  }
}

TEST_CASE("equalize: a share x of the ground lies below the height y of the curve", "[filters]") {
  const Heightmap map = skewed();
  EqualizeParams params;
  params.curve = {{0, 0}, {0.5, 0.1}, {0.8, 0.4}, {1, 1}};
  const Heightmap made = equalized(params, map);
  const HeightRange range = height_range(map);
  for (const Vec2& point : params.curve) {
    const double height = range.min + point.y * (range.max - range.min);
    const auto below = std::ranges::count_if(made.heights.values(), [&](float h) { return h < height; });
    CHECK(static_cast<double>(below) / static_cast<double>(map.heights.size()) == Approx(point.x).margin(1.5 / 3072));
  }
}

TEST_CASE("equalize: level ground stays level", "[filters]") {
  const Heightmap level = surface({4, 4, 1.0, {0, 0}}, [](double, double) { return 7; });
  CHECK(equalized({}, level).heights == level.heights);
}

TEST_CASE("equalize: a curve that falls or does not cover the ground is refused", "[filters]") {
  const auto errors = [](const std::vector<std::pair<const char*, const char*>>& points) {
    std::vector<schema::Node> nodes;
    for (const auto& [x, y] : points) nodes.push_back(list({scalar(x), scalar(y)}));
    return decode_errors<EqualizeParams>(test::map({{"from", scalar("a")}, {"curve", list(nodes)}}));
  };
  CHECK(errors({{"0", "0"}, {"0.5", "0.5"}, {"1", "0.5"}}) == "");
  CHECK_THAT(errors({{"0", "0"}, {"0.5", "0.5"}}), Catch::Contains("x = 0 to x = 1"));
  CHECK_THAT(errors({{"0", "0.5"}, {"1", "0.4"}}), Catch::Contains("must not fall"));
  CHECK_THAT(errors({{"0", "0"}, {"0", "1"}}), Catch::Contains("increase"));
}
