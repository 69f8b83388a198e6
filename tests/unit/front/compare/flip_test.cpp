#include <algorithm>
#include <array>
#include <cmath>

#include "support/catch.h"

#include "base/math/math.h"
#include "base/parallel.h"
#include "front/compare/detail/flip.h"
#include "front/compare/detail/flip_colour.h"
#include "front/compare/detail/flip_filters.h"
#include "unit/front/compare/flip_pictures.h"

using namespace weald;
using namespace weald::compare;

namespace {

struct Figures {
  double mean = 0, max = 0;
};

Figures figures_of(const Grid<float>& map) {
  Figures figures;
  for (const float v : map.values()) {
    figures.mean += v / static_cast<double>(map.size());
    figures.max = std::max(figures.max, double{v});
  }
  return figures;
}

/// What the authors' own implementation (version 1.7) gives for the pairs of flip_pictures.h.
struct Reference {
  int pair;
  double pixels_per_degree;
  double mean, max;
  std::array<double, 4> values;  // at (0, 0), (40, 62), (48, 40), (12, 64)
};

constexpr std::array kReferences{
    Reference{0, 67.02064327658, 0.177642, 0.569507, {0.112316, 0.208628, 0.076730, 0.314155}},
    Reference{0, 30, 0.201560, 0.626811, {0.107096, 0.146510, 0.099376, 0.321418}},
    Reference{1, 67.02064327658, 0.138335, 0.812042, {0.004614, 0.070378, 0.274613, 0.295943}},
    Reference{1, 30, 0.149520, 0.886667, {0.001721, 0.039243, 0.474031, 0.497574}},
    Reference{2, 67.02064327658, 0.008286, 0.973249, {0.000000, 0.973249, 0.000000, 0.000000}},
    Reference{2, 30, 0.005188, 0.975225, {0.000000, 0.973596, 0.000000, 0.000000}},
    Reference{3, 67.02064327658, 0.857681, 0.995649, {0.954522, 0.961086, 0.275393, 0.970012}},
    Reference{3, 30, 0.864867, 0.996681, {0.954358, 0.958036, 0.310398, 0.972484}},
    Reference{4, 67.02064327658, 0.967388, 0.967388, {0.967388, 0.967388, 0.967388, 0.967388}},
    Reference{4, 30, 0.967384, 0.967384, {0.967384, 0.967384, 0.967384, 0.967384}}};

TEST_CASE("flip: agrees with the authors' implementation to 1e-4 in every figure") {
  for (const Reference& reference : kReferences) {
    const test::PicturePair pair = test::flip_pair(reference.pair);
    const Grid<float> map = flip_map(pair.expected, pair.actual, reference.pixels_per_degree);
    const Figures figures = figures_of(map);
    INFO("pair " << reference.pair << " at " << reference.pixels_per_degree);
    CHECK(figures.mean == Approx(reference.mean).margin(1e-5));
    CHECK(figures.max == Approx(reference.max).margin(1e-5));
    CHECK(map.at(0, 0) == Approx(reference.values[0]).margin(1e-4));
    CHECK(map.at(40, 62) == Approx(reference.values[1]).margin(1e-4));
    CHECK(map.at(48, 40) == Approx(reference.values[2]).margin(1e-4));
    CHECK(map.at(12, 64) == Approx(reference.values[3]).margin(1e-4));
  }
}

TEST_CASE("flip: equal pictures give 0, and exchanging the pictures changes no bit") {
  const test::PicturePair pair = test::flip_pair(1);
  CHECK(figures_of(flip_map(pair.actual, pair.actual, 67)).max == 0);
  CHECK(flip_map(pair.expected, pair.actual, 67) == flip_map(pair.actual, pair.expected, 67));
}

TEST_CASE("flip: the number of threads changes no bit") {
  const test::PicturePair pair = test::flip_pair(0);
  const Grid<float> map = flip_map(pair.expected, pair.actual, 67);
  const ThreadLimit one(1);
  CHECK(flip_map(pair.expected, pair.actual, 67) == map);
}

TEST_CASE("flip: colours that full transparency hides make no difference, and transparency does") {
  Image hidden{Grid<Rgba8>(8, 8, Rgba8{255, 0, 0, 0})};
  const Image also_hidden{Grid<Rgba8>(8, 8, Rgba8{0, 255, 0, 0})};
  CHECK(figures_of(flip_map(hidden, also_hidden, 67)).max == 0);
  const Image white{Grid<Rgba8>(8, 8, Rgba8{255, 255, 255, 255})};
  const Image no_white{Grid<Rgba8>(8, 8, Rgba8{255, 255, 255, 0})};
  CHECK(figures_of(flip_map(white, no_white, 67)).max > 0.9);
}

TEST_CASE("flip: a single pixel, and rows and columns, are pictures too") {
  const Image black{Grid<Rgba8>(1, 1, Rgba8{0, 0, 0})}, white{Grid<Rgba8>(1, 1, Rgba8{255, 255, 255})};
  CHECK(flip_map(black, white, 67).at(0, 0) == Approx(0.967388).margin(1e-5));
  const Image row{Grid<Rgba8>(70, 1)}, column{Grid<Rgba8>(1, 70)};
  CHECK(flip_map(row, row, 4).width() == 70);
  CHECK(flip_map(column, column, 256).height() == 70);
  CHECK(flip_map(Image{}, Image{}, 67).empty());
}

TEST_CASE("flip: cube root, logarithm, power of two and power are within their bounds") {
  for (int i = 0; i < 20000; ++i) {
    const float x = static_cast<float>(math::exp2(-40 + 0.004 * i));
    CHECK(std::abs(cube_root(x) / math::pow(x, 1.0 / 3) - 1) < 3e-7);
    CHECK(std::abs(log2_of(x) - math::log2(x)) < 1e-6 * std::max(1.0, std::abs(math::log2(x))));
    const float y = static_cast<float>(-30 + 0.003 * i);
    CHECK(std::abs(exp2_of(y) / math::exp2(y) - 1) < 1e-6);
  }
  CHECK(power(0.0f, 0.7f) == 0.0f);
  CHECK(power(1.0f, 0.7f) == Approx(1));
  CHECK(power(32.0f, 0.7f) == Approx(math::pow(32, 0.7)).epsilon(2e-6));
  CHECK(power(0.5f, 0.0f) == Approx(1));
}

TEST_CASE("flip: every smoothing filter sums to 1, and the feature filters to 0") {
  const auto sum = [](const HalfKernel& kernel) {
    double total = kernel[0];
    for (std::size_t k = 1; k < kernel.size(); ++k) total += 2 * double{kernel[k]};
    return total;
  };
  for (const double ppd : {4.0, 30.0, 67.0, 256.0}) {
    const FlipFilters filters(ppd);
    for (const HalfKernel* kernel :
         {&filters.achromatic, &filters.red_green, &filters.blue_wide, &filters.blue_narrow, &filters.smooth})
      CHECK(sum(*kernel) == Approx(1).margin(1e-6));
    CHECK(sum(filters.point) == Approx(0).margin(1e-6));
    double right = 0;
    for (const float weight : filters.edge) right += weight;
    CHECK(right == Approx(1).margin(1e-6));
  }
}

}  // namespace
