#include "methods/raster/sampling.h"

#include "support/catch.h"

#include <cmath>
#include <limits>

#include "base/rng.h"
#include "support/run_field.h"

using namespace weald;
using namespace weald::raster;

namespace {

double at(const Heightmap& map, const Vec2& place, Interpolation interpolation) {
  return sample_at(view(map), map.width(), map.height(), place, interpolation);
}

/// The value of new sample `i` of an axis with these heights.
double resampled(const AxisTaps& taps, int i, const std::vector<double>& heights) {
  double sum = 0;
  int source = taps.first(i);
  for (const double weight : taps.weights(i)) sum += weight * heights[static_cast<std::size_t>(source++)];
  return sum;
}

}  // namespace

TEST_CASE("sampling: bicubic reproduces polynomials of degree two, bilinear those of degree one, up to the border") {
  const GridSpec grid{9, 7, 1.0, {0, 0}};
  const auto quadratic = [](double x, double z) {
    return 3 - x + 0.5 * x * x + 2 * z - 0.25 * z * z + 0.125 * x * z * z;
  };
  const auto plane = [](double x, double z) { return 5 - 2 * x + 0.5 * z + 0.25 * x * z; };
  const Heightmap curved = test::map_of(grid, quadratic), flat = test::map_of(grid, plane);
  const Rng rng(3);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Vec2 p{rng.uniform_in(0, 8, 0, i), rng.uniform_in(0, 6, 1, i)};
    CHECK(at(curved, p, Interpolation::bicubic) == Approx(quadratic(p.x, p.y)).margin(1e-12));
    CHECK(at(flat, p, Interpolation::bilinear) == Approx(plane(p.x, p.y)).margin(1e-12));
  }
}

TEST_CASE("sampling: a sample has its own value, and places beyond the border that of the border") {
  const Heightmap map =
      test::map_of({6, 5, 1.0, {0, 0}}, [](double x, double z) { return std::sin(9 * x + 5 * z * z); });
  for (const Interpolation kind : {Interpolation::nearest, Interpolation::bilinear, Interpolation::bicubic}) {
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 6; ++x) CHECK(at(map, {x, y}, kind) == map.heights.at(x, y));
    }
    CHECK(at(map, {-7, 2}, kind) == map.heights.at(0, 2));
    CHECK(at(map, {3, 1e30}, kind) == map.heights.at(3, 4));
    CHECK(at(map, {std::numeric_limits<double>::quiet_NaN(), 0}, kind) == map.heights.at(0, 0));
  }
  CHECK(at(map, {2.5, 1.4}, Interpolation::nearest) == map.heights.at(3, 1));
  const Heightmap single = test::map_of({1, 1, 1.0, {0, 0}}, [](double, double) { return 7; });
  CHECK(at(single, {0.4, -3}, Interpolation::bicubic) == 7);
}

TEST_CASE("sampling: rounded coordinates of coinciding samples are snapped") {
  CHECK(snapped(0.1 * 3 / 0.1) == 3);
  CHECK(snapped(4.4999999999) == 4.5);
  CHECK(snapped(-2.0000001) == -2);
  CHECK(snapped(4.4999) == 4.4999);
}

TEST_CASE("axis taps: weights sum to 1, and every interpolation keeps a slope where it promises to") {
  for (const Interpolation kind : {Interpolation::bilinear, Interpolation::bicubic, Interpolation::area}) {
    for (const double cell : {0.2, 0.5, 1.0, 1.3, 2.0, 3.7, 11.0}) {
      const SampleAxis from{10, 2, 40}, to{10 + 0.3 * cell, 2 * cell, static_cast<int>(38 / cell)};
      const AxisTaps taps(from, to, kind);
      std::vector<double> slope;
      for (int i = 0; i < from.count; ++i) slope.push_back(10 + 2.0 * i);
      for (int i = 0; i < to.count; ++i) {
        double sum = 0;
        for (const double weight : taps.weights(i)) sum += weight;
        CAPTURE(cell, i);
        CHECK(sum == Approx(1).epsilon(1e-14));
        CHECK(resampled(taps, i, slope) == Approx(to.origin + to.cell_size * i).epsilon(1e-12));
        CHECK(taps.first(i) >= 0);
        CHECK(taps.first(i) + static_cast<int>(taps.weights(i).size()) <= from.count);
        CHECK(static_cast<int>(taps.weights(i).size()) <= taps.longest());
      }
    }
  }
}

TEST_CASE("axis taps: area is the mean of the broken line over a cell, against a fine sum") {
  const Rng rng(8);
  const SampleAxis from{0, 1, 60}, to{7.3, 4.6, 9};
  std::vector<double> heights;
  for (std::uint64_t i = 0; i < 60; ++i) heights.push_back(rng.uniform_in(-5, 5, i));
  const AxisTaps taps(from, to, Interpolation::area);
  for (int i = 0; i < to.count; ++i) {
    const int parts = 100000;
    double mean = 0;
    for (int k = 0; k < parts; ++k) {
      const double x = to.origin + to.cell_size * (i - 0.5 + (k + 0.5) / parts);
      const auto cell = static_cast<std::size_t>(x);
      mean += (heights[cell] + (heights[cell + 1] - heights[cell]) * (x - static_cast<double>(cell))) / parts;
    }
    CHECK(resampled(taps, i, heights) == Approx(mean).margin(1e-7));
  }
}

TEST_CASE("axis taps: cells wider than the map, and axes of one sample") {
  const std::vector<double> heights{1, 2, 4};
  const AxisTaps wide({0, 1, 3}, {1, 50, 2}, Interpolation::area);
  CHECK(resampled(wide, 0, heights) == Approx((1.5 + 3) / 2));
  CHECK_FALSE(wide.is_inside(1));
  const AxisTaps one({0, 1, 1}, {-4, 3, 5}, Interpolation::area);
  for (int i = 0; i < 5; ++i) CHECK(resampled(one, i, {9}) == 9);
}
