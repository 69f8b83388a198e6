// Simplex and cellular noise: closed forms, bounds, statistics.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stages/land/noise/detail/point_field.h"
#include "stages/land/noise/detail/point_layer.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/single_octave.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;
using namespace weald::test;

namespace {

struct Moments {
  double mean = 0;
  double variance = 0;
  float least = 0;
  float greatest = 0;
};

Moments moments(const Heightmap& map) {
  Moments result{.least = height_range(map).min, .greatest = height_range(map).max};
  const double n = static_cast<double>(map.heights.values().size());
  for (const double v : map.heights.values()) result.mean += v / n;
  for (const double v : map.heights.values()) result.variance += (v - result.mean) * (v - result.mean) / n;
  return result;
}

float largest_step(const Heightmap& map) {
  float worst = 0;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 1; x < map.width(); ++x) {
      worst = std::max(worst, std::abs(map.heights.at(x, y) - map.heights.at(x - 1, y)));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("simplex_noise: is zero at the points of its lattice", "[noise]") {
  // Row j of the lattice lies at j sqrt(3)/2 cells; with a period of 7 cells, at j 7/8 cells, odd rows half a cell on.
  SimplexNoiseParams params = sized<SimplexNoiseParams>(64, 1);
  params.cell_size = 0.125;
  params.period = Period{7, 7};
  const Heightmap map = generate<SimplexNoise>(params);
  for (int j = 0; j < 9; ++j) {
    for (int i = 0; i < 7; ++i) CHECK(std::abs(map.heights.at(8 * i + 4 * (j % 2), 7 * j)) < 1e-6f);
  }
  CHECK(moments(map).greatest > 0.5f);
}

TEST_CASE("simplex_noise: mean and variance follow the closed form, values stay within the amplitude", "[noise]") {
  // Independent gradients: variance = (points per area) (1/2) norm^2 integral of (1 - r^2/R^2)^8 r^2 over the disc,
  // = pi norm^2 R^4 / (180 h) with R^2 = 3/4, h = sqrt(3)/2 and norm = 81/16.
  const double pi = 3.14159265358979;
  const double closed = pi * (81.0 / 16) * (81.0 / 16) * 0.5625 / 180 / std::sqrt(0.75);
  double variance = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Moments m = moments(generate<SimplexNoise>(sized<SimplexNoiseParams>(700, 1.0 / 6.3), seed));
    CHECK(m.mean == Approx(0).margin(0.02));
    CHECK(m.least >= -1.00001f);
    CHECK(m.greatest <= 1.00001f);
    CHECK(m.greatest > 0.9f);
    variance += m.variance / 4;
  }
  CHECK(variance == Approx(closed).epsilon(0.02));
}

TEST_CASE("fbm: every octave of simplex noise is a slice at its own height", "[noise]") {
  FbmParams params = sized<FbmParams>(70, 0.11);
  params.base = NoiseBase::simplex;
  params.slice = 0.37;
  params.octave_frequencies = {1, 2.5, 6};
  for (std::size_t i = 0; i < 3; ++i) {
    params.octave_amplitudes = {0, 0, 0};
    params.octave_amplitudes[i] = 1;
    const GridSpec grid = Fbm::grid(params, {});
    FieldSpec alone = fractal_field(params, {.fractal = Fractal::sum}, grid, 5);
    alone.slice = 0.37 * params.octave_frequencies[i];
    alone.octaves = {alone.octaves[i]};
    Heightmap expected(grid);
    PointField(alone).fill(view(expected));
    CHECK(height_range(expected).max > 0.5f);
    const Heightmap sum = generate<Fbm>(params, 5);
    double error = 0;
    for (std::size_t k = 0; k < sum.heights.size(); ++k)
      error = std::max(error, std::abs(double{sum.heights.values()[k]} - expected.heights.values()[k]));
    CHECK(error < 1e-5);
  }
  CHECK(decode_errors<FbmParams>(map({{"slice", scalar("0.5")}})) != "");
  CHECK(decode_errors<FbmParams>(map({{"slice", scalar("0.5")}, {"base", scalar("simplex")}})) == "");
  CHECK(decode_errors<FbmParams>(
            map({{"slice", scalar("900000")}, {"base", scalar("simplex")}, {"octaves", scalar("24")}})) != "");
}

TEST_CASE("simplex_noise: slices have the variance of 3D noise, resemble their neighbours and differ a cell apart",
          "[noise]") {
  // Two points per cell of the body-centred lattice, gradients on the sphere: variance = 2 (1/3) norm^2 integral of
  // (1 - r^2/R^2)^8 r^2 over the ball, R^2 = 3/4, norm = 1 / (sqrt(3/4) (3/4)^4).
  double integral = 0;
  const int steps = 20000;
  for (int i = 0; i < steps; ++i) {
    const double r = std::sqrt(0.75) * (i + 0.5) / steps;
    integral += 4 * 3.14159265358979 * std::pow(1 - r * r / 0.75, 8) * r * r * r * r * std::sqrt(0.75) / steps;
  }
  const double norm = 1 / (std::sqrt(0.75) * std::pow(0.75, 4));
  SimplexNoiseParams params = sized<SimplexNoiseParams>(500, 1.0 / 5);
  double variance = 0;
  for (const double z : {0.0, 0.2, 7.4, -3.3}) {
    params.slice = z;
    const Moments m = moments(generate<SimplexNoise>(params));
    CHECK(m.greatest <= 1);
    CHECK(m.least >= -1);
    variance += m.variance / 4;
  }
  CHECK(variance == Approx(2.0 / 3 * norm * norm * integral).epsilon(0.05));
  params.size = {200, 200};
  const auto difference = [&](double a, double b) {
    params.slice = a;
    const Heightmap one = generate<SimplexNoise>(params);
    params.slice = b;
    const Heightmap other = generate<SimplexNoise>(params);
    double sum = 0;
    for (std::size_t i = 0; i < one.heights.values().size(); ++i) {
      sum += std::pow(one.heights.values()[i] - other.heights.values()[i], 2) / 40000;
    }
    return sum;
  };
  CHECK(difference(0.4, 0.401) < 1e-4);
  CHECK(difference(0.499, 0.501) < 1e-4);
  CHECK(difference(0.3, 2.3) > 1.5 * variance);
}

TEST_CASE("simplex_noise: value and slope are continuous", "[noise]") {
  // 200 samples per cell: the steepest slope of the kernel is near 4 per cell, its curvature near 40 per cell squared.
  SimplexNoiseParams params = sized<SimplexNoiseParams>(900, 1.0 / 200);
  for (const bool sliced : {false, true}) {
    if (sliced) params.slice = 0.3;
    const Heightmap map = generate<SimplexNoise>(params);
    CHECK(largest_step(map) < 8.0f / 200);
    float bend = 0;
    for (int y = 1; y + 1 < 900; ++y) {
      for (int x = 1; x + 1 < 900; ++x) {
        const float here = 2 * map.heights.at(x, y);
        bend = std::max({bend, std::abs(map.heights.at(x - 1, y) - here + map.heights.at(x + 1, y)),
                         std::abs(map.heights.at(x, y - 1) - here + map.heights.at(x, y + 1))});
      }
    }
    CHECK(bend < 60.0f / 40000);
  }
}

TEST_CASE("triangle rows: as near to equilateral as an even number of rows in a period allows", "[noise]") {
  CHECK(triangle_row_distance(std::nullopt) == Approx(std::sqrt(0.75)).epsilon(1e-15));
  for (std::int64_t cells = 2; cells < 200; ++cells) {
    const double h = triangle_row_distance(cells);
    const double rows = static_cast<double>(cells) / h;
    CHECK(rows == Approx(2 * std::floor(rows / 2 + 0.5)));
    CHECK(h >= 0.74);
    CHECK(h <= 1.01);
  }
  CHECK(triangle_row_distance(7) == 0.875);
  CHECK(triangle_row_distance(100) == Approx(std::sqrt(0.75)).epsilon(0.01));
}

TEST_CASE("simplex_noise: stays within the amplitude for every period", "[noise]") {
  for (const int cells : {1, 2, 3, 5, 6, 8, 13}) {
    SimplexNoiseParams params = sized<SimplexNoiseParams>(400, cells / 200.0);
    params.period = Period{cells, cells};
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Moments m = moments(generate<SimplexNoise>(params, seed));
      CHECK(m.greatest <= 1.00001f);
      CHECK(m.least >= -1.00001f);
    }
  }
}

TEST_CASE("cellular_noise: without jitter the distances are those to the middles of the cells", "[noise]") {
  CellularNoiseParams params = sized<CellularNoiseParams>(65, 1);
  params.cell_size = 1.0 / 16;
  params.jitter = 0;
  const auto at = [&](CellularMetric metric, CellularFeature feature, double x, double y) {
    params.metric = metric;
    params.feature = feature;
    return double{generate<CellularNoise>(params).heights.at(static_cast<int>(x * 16), static_cast<int>(y * 16))};
  };
  using Metric = CellularMetric;
  using Feature = CellularFeature;
  CHECK(at(Metric::euclidean, Feature::f1, 1.5, 2.5) == 0);
  CHECK(at(Metric::euclidean, Feature::f1, 2, 2) == Approx(std::sqrt(0.5)));
  CHECK(at(Metric::squared, Feature::f1, 2, 2) == Approx(0.5));
  CHECK(at(Metric::manhattan, Feature::f1, 2, 2) == Approx(1));
  CHECK(at(Metric::chebyshev, Feature::f1, 2, 2) == Approx(0.5));
  CHECK(at(Metric::euclidean, Feature::f2, 1.5, 2.5) == Approx(1));
  CHECK(at(Metric::manhattan, Feature::f2, 1.25, 2.5) == Approx(0.75));
  CHECK(at(Metric::euclidean, Feature::f2_f1, 2, 2.5) == Approx(0).margin(1e-6));
  CHECK(at(Metric::euclidean, Feature::f2_f1, 1.75, 2.5) == Approx(0.5));
}

TEST_CASE("cellular_noise: distances are exact, also where the nearest points lie two cells away", "[noise]") {
  // Against a search over 9 x 9 cells around every sample.
  for (const double jitter : {1.0, 0.6}) {
    CellularNoiseParams params = sized<CellularNoiseParams>(300, 0.1);
    params.jitter = jitter;
    for (const CellularMetric metric :
         {CellularMetric::euclidean, CellularMetric::manhattan, CellularMetric::chebyshev}) {
      params.metric = metric;
      const GridSpec grid = grid_spec(params);
      const FieldSpec spec = noise_field(params, grid, 5);
      const PointLayer layer = point_layers(spec, spec.octaves[0]).front();
      params.feature = CellularFeature::f1;
      const Heightmap f1 = whole(CellularNoise::kernel(params, {}, grid, seeded(5)), grid);
      params.feature = CellularFeature::f2;
      const Heightmap f2 = whole(CellularNoise::kernel(params, {}, grid, seeded(5)), grid);
      double worst = 0;
      for (int y = 0; y < 300; y += 3) {
        for (int x = 0; x < 300; x += 3) {
          const LatticePlace place = lattice_place(layer, x, y, {0, 0});
          std::vector<double> distances;
          for (int r = -4; r <= 4; ++r) {
            for (int c = -4; c <= 4; ++c) {
              const std::uint32_t hash =
                  point_hash(column_key(layer.seed, place.column + c), row_key(layer.seed, place.row + r));
              const Vec2f point = layer_point(layer.points, hash).gradient;
              const double dx = std::abs(double{point.x} + c - place.x), dy = std::abs(double{point.y} + r - place.y);
              distances.push_back(metric == CellularMetric::euclidean   ? std::sqrt(dx * dx + dy * dy)
                                  : metric == CellularMetric::manhattan ? dx + dy
                                                                        : std::max(dx, dy));
            }
          }
          std::partial_sort(distances.begin(), distances.begin() + 2, distances.end());
          worst = std::max(
              {worst, std::abs(distances[0] - f1.heights.at(x, y)), std::abs(distances[1] - f2.heights.at(x, y))});
        }
      }
      CHECK(worst < 1e-5);
    }
  }
}

TEST_CASE("cellular_noise: F1 and F2 lie within their bounds, are 1-Lipschitz and ordered", "[noise]") {
  CellularNoiseParams params = sized<CellularNoiseParams>(600, 1.0 / 20);
  const Heightmap f1 = generate<CellularNoise>(params);
  params.feature = CellularFeature::f2;
  const Heightmap f2 = generate<CellularNoise>(params);
  params.feature = CellularFeature::f2_f1;
  const Heightmap borders = generate<CellularNoise>(params);
  CHECK(height_range(f1).min >= 0);
  CHECK(height_range(f1).max <= 1.4143f);
  CHECK(height_range(f2).max <= 1.5812f);
  CHECK(height_range(borders).min >= 0);
  // A step of 1/20 cell changes no distance by more.
  CHECK(largest_step(f1) <= 1.0f / 20 + 1e-5f);
  CHECK(largest_step(f2) <= 1.0f / 20 + 1e-5f);
  for (int i = 0; i < 600; ++i) {
    CHECK(borders.heights.at(i, i) == Approx(f2.heights.at(i, i) - f1.heights.at(i, i)).margin(1e-6));
  }
}

TEST_CASE("cellular_noise: with jitter 1 the mean distance is near that of scattered points", "[noise]") {
  // Of a Poisson process of one point per cell F1 has the mean 1/2; one point in every cell is more even, so its mean
  // is smaller, but not below that of a square grid, 0.3826.
  CellularNoiseParams params = sized<CellularNoiseParams>(800, 1.0 / 8);
  const double mean = moments(generate<CellularNoise>(params)).mean;
  CHECK(mean < 0.5);
  CHECK(mean > 0.3826);
  params.jitter = 0;
  CHECK(moments(generate<CellularNoise>(params)).mean == Approx(0.3826).epsilon(0.02));
}
