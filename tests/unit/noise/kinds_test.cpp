// Simplex and cellular noise, the further fractals, warps and marble: closed forms, bounds, statistics, tiling.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/error.h"
#include "noise/billow.h"
#include "noise/cellular_noise.h"
#include "noise/combine.h"
#include "noise/falloff.h"
#include "noise/fbm.h"
#include "noise/gradient_noise.h"
#include "noise/heterogeneous.h"
#include "noise/hybrid.h"
#include "noise/marble.h"
#include "noise/ping_pong.h"
#include "noise/point_field.h"
#include "noise/point_layer.h"
#include "noise/remap.h"
#include "noise/ridged.h"
#include "noise/simplex_noise.h"
#include "noise/value_noise.h"
#include "run_field.h"

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

RunContext seeded(std::uint64_t seed) {
  RunContext context;
  context.seed = seed;
  return context;
}

template <class P>
P sized(int size, double frequency) {
  P params;
  params.size = {size, size};
  params.frequency = frequency;
  params.amplitude = 1;
  return params;
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

// Samples that do not repeat after `columns` and `rows`, in bits.
int torn(const Heightmap& map, int columns, int rows) {
  int count = 0;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      if (x >= columns) count += map.heights.at(x, y) != map.heights.at(x - columns, y);
      if (y >= rows) count += map.heights.at(x, y) != map.heights.at(x, y - rows);
    }
  }
  return count;
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
      const FieldSpec spec = cellular_noise_field(params, grid, 5);
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

TEST_CASE("noise stages: every kind tiles in bits with a period, warped or not", "[noise]") {
  // 90 x 60 samples are 3 x 2 periods of cells; the step 1/30 is no binary fraction.
  const auto check = [](auto params, auto stage, const char* name, bool fractal) {
    using Stage = decltype(stage);
    params.size = {200, 130};
    params.origin = {-17, 5};
    params.frequency = 1.0 / 30;
    params.amplitude = 1;
    params.period = Period{3, 2};
    if constexpr (requires { params.octaves; }) params.octaves = 3;
    INFO(name << (fractal ? " fractal" : ""));
    CHECK(torn(generate<Stage>(params), 90, 60) == 0);
    for (const WarpMode mode : {WarpMode::single, WarpMode::progressive, WarpMode::independent}) {
      params.warp = WarpParams{.strength = 25, .mode = mode};
      const Heightmap map = generate<Stage>(params);
      CHECK(torn(map, 90, 60) == 0);
      CHECK(torn(map, 30, 60) > 1000);
    }
    params.warp->frequency = 2.0 / 30;
    CHECK(torn(generate<Stage>(params), 90, 60) == 0);
  };
  check(GradientNoiseParams{}, GradientNoise{}, "gradient_noise", false);
  check(ValueNoiseParams{}, ValueNoise{}, "value_noise", false);
  check(SimplexNoiseParams{}, SimplexNoise{}, "simplex_noise", false);
  SimplexNoiseParams slice;
  slice.slice = 0.7;
  check(slice, SimplexNoise{}, "slice", false);
  CellularNoiseParams cells;
  cells.feature = CellularFeature::f2_f1;
  check(cells, CellularNoise{}, "cellular_noise", false);
  for (const NoiseBase base : {NoiseBase::gradient, NoiseBase::value, NoiseBase::simplex, NoiseBase::cellular}) {
    FbmParams fbm;
    fbm.base = base;
    check(fbm, Fbm{}, schema::name_of(base).data(), true);
  }
  check(HybridParams{}, Hybrid{}, "hybrid", true);
  check(HeterogeneousParams{}, Heterogeneous{}, "heterogeneous", true);
  check(PingPongParams{}, PingPong{}, "ping_pong", true);
  MarbleParams marble;
  marble.stripes = {1, -1.5};
  check(marble, Marble{}, "marble", true);
}

TEST_CASE("hybrid, heterogeneous, ping_pong: follow their formulas octave by octave", "[noise]") {
  // The octaves one by one, as fbm of one octave gives them; sqrt(2) brings gradient noise to +-1.
  const auto octave = [](int i) {
    FbmParams params = sized<FbmParams>(120, 0.03);
    params.octave_frequencies = {1, 2, 4};
    params.octave_amplitudes = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
    return generate<Fbm>(params);
  };
  const Heightmap n0 = octave(0), n1 = octave(1), n2 = octave(2);
  const auto fill = [](auto params) {
    params.octaves = 3;
    params.persistence = 0.5;
    params.amplitude = 10;
    return params;
  };
  HybridParams hybrid = fill(sized<HybridParams>(120, 0.03));
  HeterogeneousParams heterogeneous = fill(sized<HeterogeneousParams>(120, 0.03));
  PingPongParams ping_pong = fill(sized<PingPongParams>(120, 0.03));
  const Heightmap h = generate<Hybrid>(hybrid);
  const Heightmap t = generate<Heterogeneous>(heterogeneous);
  const Heightmap p = generate<PingPong>(ping_pong);
  for (int i = 0; i < 120; ++i) {
    const double n[3] = {std::sqrt(2.0) * n0.heights.at(i, 50), std::sqrt(2.0) * n1.heights.at(i, 50),
                         std::sqrt(2.0) * n2.heights.at(i, 50)};
    double result = n[0] + 0.7, weight = result;
    double altitude = n[0] + 1;
    double folded = 0;
    for (int o = 0; o < 3; ++o) {
      const double share = std::pow(0.5, o);
      const double wave = std::fmod((n[o] + 1) * 2, 2);
      folded += share * (2 * (wave < 1 ? wave : 2 - wave) - 1);
      if (o == 0) continue;
      weight = std::clamp(weight, 0.0, 1.0);
      result += weight * (n[o] + 0.7) * share;
      weight *= (n[o] + 0.7) * share;
      altitude += (n[o] + 1) * share * altitude;
    }
    CHECK(h.heights.at(i, 50) == Approx(10 * result).margin(1e-4));
    CHECK(t.heights.at(i, 50) == Approx(10 * altitude).margin(1e-4));
    CHECK(p.heights.at(i, 50) == Approx(10 * folded).margin(1e-4));
  }
  CHECK(height_range(t).min >= 0);
}

TEST_CASE("warp: a strength of 0 changes nothing, a strength moves no sample farther", "[noise]") {
  FbmParams params = sized<FbmParams>(200, 0.02);
  const Heightmap plain = generate<Fbm>(params);
  params.warp = WarpParams{.strength = 0};
  const Heightmap still = generate<Fbm>(params);
  for (int i = 0; i < 200; ++i) CHECK(still.heights.at(i, i) == Approx(plain.heights.at(i, i)).margin(3e-6));
  for (const WarpMode mode : {WarpMode::single, WarpMode::progressive, WarpMode::independent}) {
    params.warp = WarpParams{.strength = 40, .mode = mode};
    const FieldSpec spec = fractal_field(params, {}, grid_spec(params), 1);
    const PointField field(spec);
    float farthest = 0;
    for (int y = 0; y < 200; y += 3) {
      for (int x = 0; x < 200; x += 3) {
        const Vec2f shift = field.reference_shift(x, y, 40);
        farthest = std::max({farthest, std::abs(shift.x), std::abs(shift.y)});
      }
    }
    CHECK(farthest <= 40);
    CHECK(farthest > 15);
  }
}

TEST_CASE("warp: moves the noise as its shifts say", "[noise]") {
  // The noise a sample shows is that of its moved position; looked up on a grid that starts there.
  GradientNoiseParams params = sized<GradientNoiseParams>(64, 0.05);
  params.warp = WarpParams{.strength = 15};
  const PointField field(gradient_noise_field(params, grid_spec(params), 9));
  const Heightmap warped = generate<GradientNoise>(params, 9);
  params.warp.reset();
  for (int y = 0; y < 64; y += 9) {
    for (int x = 0; x < 64; x += 9) {
      const Vec2f shift = field.reference_shift(x, y, 15);
      GradientNoiseParams there = params;
      there.size = {2, 2};
      there.origin = Vec2{x + double{shift.x}, y + double{shift.y}};
      CHECK(generate<GradientNoise>(there, 9).heights.at(0, 0) == Approx(warped.heights.at(x, y)).margin(2e-6));
    }
  }
}

TEST_CASE(
    "driven numbers: a field takes the place of the warp's strength, the turbulence, the sharpness, the smoothing",
    "[noise]") {
  const GridSpec grid{64, 64, 1.0, {0, 0}};
  Heightmap drive(grid);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) drive.heights.at(x, y) = x < 32 ? 0.0f : 12.0f;
  }
  const auto driven = [](double max) {
    schema::Driven result;
    result.stage = "drive";
    result.range = {0, max};
    return result;
  };
  FbmParams fbm = sized<FbmParams>(64, 0.05);
  const auto fbm_with = [&](const schema::Driven& strength) {
    fbm.warp = WarpParams{.strength = strength};
    return whole(Fbm::kernel(fbm, {}, grid, seeded(4)), grid,
                 strength.given() ? std::vector<const Heightmap*>{&drive} : std::vector<const Heightmap*>{});
  };
  const Heightmap mixed = fbm_with(driven(1e6));
  const Heightmap none = fbm_with(schema::Driven{0});
  const Heightmap all = fbm_with(schema::Driven{12});
  for (int x = 0; x < 64; ++x) CHECK(mixed.heights.at(x, 20) == (x < 32 ? none : all).heights.at(x, 20));

  MarbleParams marble = sized<MarbleParams>(64, 0.05);
  const auto marble_with = [&](const schema::Driven& turbulence) {
    marble.turbulence = turbulence;
    return whole(Marble::kernel(marble, {}, grid, seeded(4)), grid,
                 turbulence.given() ? std::vector<const Heightmap*>{&drive} : std::vector<const Heightmap*>{});
  };
  const Heightmap veins = marble_with(driven(2));
  const Heightmap straight = marble_with(schema::Driven{0});
  const Heightmap bent = marble_with(schema::Driven{2});
  for (int x = 0; x < 64; ++x) CHECK(veins.heights.at(x, 20) == (x < 32 ? straight : bent).heights.at(x, 20));

  RemapParams remap;
  remap.from.stage = "from";
  remap.input = {{-1, 1}};
  const auto remap_with = [&](const schema::Driven& sharpness) {
    remap.terrace = Terraces{5, sharpness};
    return whole(Remap::kernel(remap, {}, grid, {}), grid, {&none, &drive});
  };
  const Heightmap steps = remap_with(driven(1));
  CHECK(steps.heights.at(10, 9) == remap_with(schema::Driven{0}).heights.at(10, 9));
  CHECK(steps.heights.at(50, 9) == remap_with(schema::Driven{1}).heights.at(50, 9));

  CombineParams combine;
  combine.from.stage = "from";
  combine.value = 0.1;
  combine.operation = CombineOperation::max;
  const auto combine_with = [&](const schema::Driven& smoothing) {
    combine.smoothing = smoothing;
    return whole(Combine::kernel(combine, {}, grid, {}), grid, {&none, &drive});
  };
  const Heightmap rounded = combine_with(driven(100));
  CHECK(rounded.heights.at(10, 9) == combine_with(schema::Driven{0}).heights.at(10, 9));
  CHECK(rounded.heights.at(50, 9) == combine_with(schema::Driven{12}).heights.at(50, 9));
}

TEST_CASE("driven numbers: fields on another grid are refused at the key", "[noise]") {
  const GridSpec own{64, 64, 1.0, {0, 0}};
  const GridSpec other{64, 64, 2.0, {0, 0}};
  schema::Driven driven;
  driven.stage = "drive";
  const auto key_of = [](auto&& make_grid) {
    try {
      (void)make_grid();
    } catch (const StageError& error) {
      return std::string(error.key());
    }
    return std::string{};
  };
  FbmParams fbm = sized<FbmParams>(64, 0.05);
  fbm.warp = WarpParams{.strength = driven};
  CHECK(key_of([&] { return Fbm::grid(fbm, std::vector{other}); }) == "warp");
  fbm.amplitude = driven;
  CHECK(key_of([&] { return Fbm::grid(fbm, std::vector{own, other}); }) == "warp");
  CHECK(key_of([&] { return Fbm::grid(fbm, std::vector{other, own}); }) == "amplitude");
  CHECK(key_of([&] { return Fbm::grid(fbm, std::vector{own, own}); }) == "");
  MarbleParams marble = sized<MarbleParams>(64, 0.05);
  marble.turbulence = driven;
  CHECK(key_of([&] { return Marble::grid(marble, std::vector{other}); }) == "turbulence");
  RemapParams remap;
  remap.terrace = Terraces{4, driven};
  CHECK(key_of([&] { return Remap::grid(remap, std::vector{own, other}); }) == "terrace");
  FalloffParams falloff;
  falloff.from.stage = "a";
  falloff.edge = driven;
  CHECK(key_of([&] { return Falloff::grid(falloff, std::vector{own, other}); }) == "edge");
  CombineParams combine;
  combine.from.stage = "a";
  combine.smoothing = driven;
  CHECK(key_of([&] { return Combine::grid(combine, std::vector{own, other}); }) == "smoothing");
}

TEST_CASE("marble: stripes without turbulence are a sine wave", "[noise]") {
  MarbleParams params = sized<MarbleParams>(65, 1.0 / 32);
  params.amplitude = 3;
  params.turbulence = 0;
  params.stripes = {2, 0};
  params.octaves = 2;
  const Heightmap map = generate<Marble>(params);
  for (int x = 0; x < 65; ++x)
    CHECK(map.heights.at(x, 7) == Approx(3 * std::sin(2 * 3.14159265358979 * x / 16)).margin(1e-5));
  params.turbulence = 3;
  CHECK(height_range(generate<Marble>(params)).max <= 3);
}

TEST_CASE("noise stages: what does not fit together is refused", "[noise]") {
  const auto errors = [](const std::vector<std::pair<std::string, schema::Node>>& entries) {
    return decode_errors<FbmParams>(map(entries));
  };
  CHECK(errors({{"warp", map({{"strength", scalar("30")}, {"mode", scalar("progressive")}})}}) == "");
  CHECK(errors({{"warp", map({{"strength", scalar("hills")}})}}) == "");
  CHECK_THAT(errors({{"warp", map({{"strength", scalar("-1")}})}}), Catch::Contains("outside"));
  CHECK_THAT(errors({{"frequency", scalar("1")}, {"warp", map({{"strength", scalar("100000")}})}}),
             Catch::Contains("cells of the finest octave"));
  CHECK_THAT(
      errors(
          {{"period", scalar("4")}, {"frequency", scalar("0.01")}, {"warp", map({{"frequency", scalar("0.0033")}})}}),
      Catch::Contains("does not repeat"));
  CHECK(errors({{"period", scalar("4")},
                {"frequency", scalar("0.01")},
                {"warp", map({{"frequency", scalar("0.0025")}})}}) == "");
  CHECK_THAT(errors({{"cellular", map({{"jitter", scalar("0.5")}})}}), Catch::Contains("base cellular"));
  CHECK(errors({{"base", scalar("cellular")}, {"cellular", map({{"metric", scalar("manhattan")}})}}) == "");
  CHECK_THAT(
      decode_errors<MarbleParams>(map({{"period", scalar("3")}, {"stripes", list({scalar("1"), scalar("0.5")})}})),
      Catch::Contains("not a whole number"));
  CHECK_THAT(decode_errors<CellularNoiseParams>(map({{"jitter", scalar("1.1")}})), Catch::Contains("outside"));
}

TEST_CASE("noise stages: the extremes of what is accepted stay finite", "[noise]") {
  const auto check = [](auto params, auto stage) {
    params.size = {40, 5};
    params.cell_size = 1e4;
    params.origin = {1e9, -1e9};
    params.frequency = 1e3;
    params.offset = {1e12, -1e12};
    params.amplitude = 1e6;
    params.warp = WarpParams{.strength = 60, .octaves = 8, .mode = WarpMode::progressive};
    for (const float h : generate<decltype(stage)>(params).heights.values()) CHECK(std::isfinite(h));
  };
  check(SimplexNoiseParams{}, SimplexNoise{});
  check(CellularNoiseParams{}, CellularNoise{});
  check(GradientNoiseParams{}, GradientNoise{});
  HeterogeneousParams rough;
  rough.octaves = 12;
  rough.persistence = 1;
  rough.altitude_offset = 4;
  check(rough, Heterogeneous{});
}
