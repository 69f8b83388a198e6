// The noise stages: bounds, octaves, tiling, statistics, and what their parameters refuse.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "engine/graph/stage.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/single_octave.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;
using namespace weald::test;

static_assert(pipeline::FieldStage<GradientNoise> && pipeline::FieldStage<ValueNoise> && pipeline::FieldStage<Fbm> &&
              pipeline::FieldStage<Billow> && pipeline::FieldStage<Ridged>);
static_assert(schema::has_sound_defaults<FbmParams>() && schema::has_sound_texts<FbmParams>());
static_assert(schema::has_sound_defaults<GradientNoiseParams>() && schema::has_sound_texts<RidgedParams>());

namespace {

double correlation(const Heightmap& a, const Heightmap& b) {
  const auto va = a.heights.values();
  const auto vb = b.heights.values();
  const double n = static_cast<double>(va.size());
  const double ma = std::accumulate(va.begin(), va.end(), 0.0) / n;
  const double mb = std::accumulate(vb.begin(), vb.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < va.size(); ++i) {
    ab += (va[i] - ma) * (vb[i] - mb);
    aa += (va[i] - ma) * (va[i] - ma);
    bb += (vb[i] - mb) * (vb[i] - mb);
  }
  return ab / std::sqrt(aa * bb);
}

float magnitude(const Heightmap& map) {
  const HeightRange range = height_range(map);
  return std::max(-range.min, range.max);
}

GradientNoiseParams one_layer(int size, double samples_per_cell) {
  GradientNoiseParams params;
  params.size = {size, size};
  params.frequency = 1 / samples_per_cell;
  return params;
}

// Mean square of the difference between samples a step (dx, dy) apart.
double mean_square_step(const Heightmap& map, int dx, int dy) {
  double sum = 0;
  int count = 0;
  for (int y = std::max(0, -dy); y + std::max(0, dy) < map.height(); ++y) {
    for (int x = 0; x + dx < map.width(); ++x, ++count) {
      const double d = map.heights.at(x + dx, y + dy) - map.heights.at(x, y);
      sum += d * d;
    }
  }
  return sum / count;
}

}  // namespace

TEST_CASE("gradient_noise: stays within sqrt(1/2) of the amplitude and comes near it", "[noise]") {
  auto params = one_layer(700, 7);
  params.amplitude = 10;
  const float largest = magnitude(generate<GradientNoise>(params));
  CHECK(largest <= 7.0711f);
  CHECK(largest > 5.5f);
}

TEST_CASE("gradient_noise: values lie symmetrically around zero", "[noise]") {
  const Heightmap map = generate<GradientNoise>(one_layer(1024, 8));
  double sum = 0, square = 0, cube = 0;
  for (const double v : map.heights.values()) sum += v, square += v * v, cube += v * v * v;
  const double n = 1024.0 * 1024.0;
  const double deviation = std::sqrt(square / n);
  // 128 x 128 cells: the mean of so many independent ones scatters by about deviation / 128.
  CHECK(sum / n == Approx(0).margin(5 * deviation / 128));
  CHECK(cube / n / std::pow(deviation, 3) == Approx(0).margin(0.05));
  // Closed form: the variance is 1/2 of the mean of (sum over corners of weight^2 * distance^2), 0.0639 for the
  // quintic.
  double closed = 0;
  for (int j = 0; j < 200; ++j) {
    for (int i = 0; i < 200; ++i) {
      const double x = (i + 0.5) / 200, y = (j + 0.5) / 200;
      const double wx = fade_weight(Fade::quintic, x), wy = fade_weight(Fade::quintic, y);
      for (const int a : {0, 1}) {
        for (const int b : {0, 1}) {
          const double w = (a ? wx : 1 - wx) * (b ? wy : 1 - wy);
          closed += 0.5 * w * w * ((x - a) * (x - a) + (y - b) * (y - b)) / 40000;
        }
      }
    }
  }
  CHECK(square / n == Approx(closed).epsilon(0.02));
}

TEST_CASE("gradient_noise: slopes along the axes and at 45 degrees are equally steep on average", "[noise]") {
  // The lattice itself is square, so the mean squared slope by angle may have a fourfold part; gradients must add no
  // twofold one, and the diagonal must follow the closed form of an isotropic gradient distribution.
  double axes[2] = {0, 0}, diagonals[2] = {0, 0};
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Heightmap map = generate<GradientNoise>(one_layer(1024, 16), seed);
    axes[0] += mean_square_step(map, 1, 0);
    axes[1] += mean_square_step(map, 0, 1);
    diagonals[0] += mean_square_step(map, 1, 1) / 2;
    diagonals[1] += mean_square_step(map, 1, -1) / 2;
  }
  CHECK(axes[0] / axes[1] == Approx(1).epsilon(0.02));
  CHECK(diagonals[0] / diagonals[1] == Approx(1).epsilon(0.02));
  CHECK(diagonals[0] / axes[0] == Approx(1).epsilon(0.03));
}

TEST_CASE("gradient_noise: the power lies around its frequency, little far below and next to none far above",
          "[noise]") {
  // Fourier power along the x axis of the frequency plane, at whole cycle counts; 64 cells across 1024 samples.
  const Heightmap map = generate<GradientNoise>(one_layer(1024, 16));
  const auto window = [](int i) { return 0.5 - 0.5 * std::cos(2 * 3.14159265358979 * i / 1024); };
  std::vector<double> columns(1024);
  for (int y = 0; y < 1024; ++y) {
    for (int x = 0; x < 1024; ++x) columns[static_cast<std::size_t>(x)] += window(x) * window(y) * map.heights.at(x, y);
  }
  const auto power = [&](int cycles) {
    double re = 0, im = 0;
    for (int x = 0; x < 1024; ++x) {
      const double angle = 2 * 3.14159265358979 * cycles * x / 1024;
      re += columns[static_cast<std::size_t>(x)] * std::cos(angle);
      im += columns[static_cast<std::size_t>(x)] * std::sin(angle);
    }
    return re * re + im * im;
  };
  const auto band = [&](int from, int to) {
    double sum = 0;
    for (int c = from; c < to; ++c) sum += power(c);
    return sum / (to - from);
  };
  const double main = band(32, 56);
  CHECK(band(3, 8) < 0.2 * main);
  CHECK(band(160, 200) < 1e-3 * main);
}

TEST_CASE("noise stages: fields of different seeds are uncorrelated, of equal seeds equal", "[noise]") {
  const auto params = one_layer(512, 4);
  const Heightmap a = generate<GradientNoise>(params, 1);
  // 128 x 128 cells: correlations of independent fields scatter by less than 1/100.
  for (const std::uint64_t seed : {2u, 3u, 4u, 1u << 31})
    CHECK(std::abs(correlation(a, generate<GradientNoise>(params, seed))) < 0.04);
  CHECK(a.heights == generate<GradientNoise>(params, 1).heights);
}

TEST_CASE("fbm: octaves are uncorrelated with one another", "[noise]") {
  FbmParams params;
  params.size = {512, 512};
  params.frequency = 1.0 / 4;
  params.octave_frequencies = {1, 1};
  params.octave_amplitudes = {1, 0};
  const Heightmap first = generate<Fbm>(params);
  params.octave_amplitudes = {0, 1};
  const Heightmap second = generate<Fbm>(params);
  CHECK(std::abs(correlation(first, second)) < 0.04);
}

TEST_CASE("fbm: the sum stays within the bound of unit gradients", "[noise]") {
  const double sums[] = {1, 1.5, 1.75, 1.875, 1.9375, 1.96875};
  for (int octaves = 1; octaves <= 6; ++octaves) {
    FbmParams params;
    params.size = {300, 300};
    params.frequency = 0.1;
    params.amplitude = 1;
    params.octaves = octaves;
    double sum = 0;
    for (const OctaveFactor& factor : octave_factors(params)) sum += factor.amplitude;
    CHECK(sum == sums[octaves - 1]);
    const float largest = magnitude(generate<Fbm>(params));
    CHECK(largest <= 0.70711 * sum);
    CHECK(largest > 0.25 * sum);
  }
}

TEST_CASE("fbm: persistence and lacunarity make the amplitude and frequency of each octave", "[noise]") {
  FbmParams params;
  params.octaves = 4;
  params.persistence = 0.75;
  params.lacunarity = 3;
  const auto factors = octave_factors(params);
  REQUIRE(factors.size() == 4);
  CHECK(factors[3].frequency == 27);
  CHECK(factors[0].amplitude + factors[1].amplitude + factors[2].amplitude + factors[3].amplitude == 2.734375);
  params.persistence = 0.25;
  params.lacunarity = 2;
  double sum = 0;
  for (const auto& factor : octave_factors(params)) sum += factor.amplitude;
  CHECK(sum == 1.328125);
  params.persistence = 0;
  params.amplitude = 1;
  params.size = {64, 64};
  const Heightmap several = generate<Fbm>(params);
  params.octaves = 1;
  CHECK(several.heights == generate<Fbm>(params).heights);
}

TEST_CASE("fbm: explicit lists that spell out the powers give the same field", "[noise]") {
  FbmParams powers;
  powers.size = {100, 60};
  powers.octaves = 3;
  FbmParams lists = powers;
  lists.octave_frequencies = {1, 2, 4};
  lists.octave_amplitudes = {1, 0.5, 0.25};
  CHECK(generate<Fbm>(powers).heights == generate<Fbm>(lists).heights);
}

TEST_CASE("fbm: each octave stands at its own place, so no grid of zeros shows", "[noise]") {
  FbmParams params;
  params.size = {129, 129};
  params.frequency = 1.0 / 16;
  const Heightmap map = generate<Fbm>(params);
  int zeros = 0;
  for (int y = 0; y < 129; y += 16) {
    for (int x = 0; x < 129; x += 16) zeros += std::abs(map.heights.at(x, y)) < 1e-3f * 100;
  }
  CHECK(zeros < 5);
}

TEST_CASE("fbm, billow, ridged: a period joins opposite edges exactly", "[noise]") {
  FbmParams params;
  params.size = {257, 129};
  params.frequency = 4.0 / 256;
  params.period = Period{4, 2};
  const auto check = [](const Heightmap& map) {
    for (int y = 0; y < 129; ++y) CHECK(map.heights.at(0, y) == map.heights.at(256, y));
    for (int x = 0; x < 257; ++x) CHECK(map.heights.at(x, 0) == map.heights.at(x, 128));
  };
  check(generate<Fbm>(params));
  BillowParams billow;
  static_cast<FractalParams&>(billow) = params;
  check(generate<Billow>(billow));
  RidgedParams ridged;
  static_cast<FractalParams&>(ridged) = params;
  check(generate<Ridged>(ridged));
  params.lacunarity = 3;
  params.base = NoiseBase::value;
  check(generate<Fbm>(params));
}

TEST_CASE("ridged: heights start at zero and stay within the sum of the amplitudes; crests are sharp", "[noise]") {
  RidgedParams params;
  params.size = {400, 400};
  params.frequency = 0.02;
  params.amplitude = 1;
  const HeightRange range = height_range(generate<Ridged>(params));
  CHECK(range.min >= 0);
  CHECK(range.max <= 1.96875f);
  CHECK(range.max > 1.2f);
  // One octave is (1 - |sqrt(2) n|)^2 of gradient noise with the same lattice.
  params.octaves = 1;
  const Heightmap ridged = generate<Ridged>(params);
  FbmParams plain;
  static_cast<FractalParams&>(plain) = params;
  const Heightmap noise = generate<Fbm>(plain);
  for (int i = 0; i < 400; ++i) {
    const double n = std::abs(std::sqrt(2.0) * noise.heights.at(i, i));
    CHECK(ridged.heights.at(i, i) == Approx((1 - n) * (1 - n)).margin(1e-6));
  }
}

TEST_CASE("ridged: without gain the first octave stands alone", "[noise]") {
  RidgedParams params;
  params.size = {64, 64};
  params.gain = 0;
  const Heightmap all = generate<Ridged>(params);
  params.octaves = 1;
  CHECK(all.heights == generate<Ridged>(params).heights);
}

TEST_CASE("billow: lies within the sum of the amplitudes and is folded noise", "[noise]") {
  BillowParams params;
  params.size = {300, 300};
  params.frequency = 0.02;
  params.amplitude = 1;
  CHECK(magnitude(generate<Billow>(params)) <= 1.96875f);
  params.octaves = 1;
  const Heightmap billow = generate<Billow>(params);
  FbmParams plain;
  static_cast<FractalParams&>(plain) = params;
  const Heightmap noise = generate<Fbm>(plain);
  for (int i = 0; i < 300; ++i) {
    CHECK(billow.heights.at(i, i) == Approx(2 * std::abs(std::sqrt(2.0) * noise.heights.at(i, i)) - 1).margin(1e-6));
  }
}

TEST_CASE("value_noise: covers its range, and in one dimension every row is the same", "[noise]") {
  ValueNoiseParams params;
  params.size = {400, 50};
  params.frequency = 0.2;
  params.amplitude = 5;
  const HeightRange range = height_range(generate<ValueNoise>(params));
  CHECK(range.min >= -5);
  CHECK(range.max <= 5);
  CHECK(range.min < -4);
  CHECK(range.max > 4);
  params.dimensions = 1;
  const Heightmap one = generate<ValueNoise>(params);
  for (int y = 1; y < 50; ++y) {
    for (int x = 0; x < 400; ++x) CHECK(one.heights.at(x, y) == one.heights.at(x, 0));
  }
  // Linear interpolation: straight between lattice points five samples apart.
  params.fade = Fade::linear;
  const Heightmap linear = generate<ValueNoise>(params);
  for (int x = 0; x + 5 < 400; x += 5) {
    const double a = linear.heights.at(x, 0), b = linear.heights.at(x + 5, 0);
    CHECK(linear.heights.at(x + 2, 0) == Approx(0.6 * a + 0.4 * b).margin(1e-5));
  }
}

TEST_CASE("noise stages: warn when an octave is finer than the grid can show, and name it", "[noise]") {
  FbmParams params;
  params.size = {64, 64};
  params.frequency = 1.0 / 32;
  std::vector<std::string> warnings;
  RunContext context;
  context.on_warning = [&](const std::string& message, std::string_view key) {
    warnings.push_back(std::string(key) + ": " + message);
  };
  params.octaves = 5;  // finest wavelength 2 m
  (void)Fbm::kernel(params, {}, grid_spec(params), context);
  CHECK(warnings.empty());
  params.octaves = 6;
  (void)Fbm::kernel(params, {}, grid_spec(params), context);
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Catch::Contains("octaves: octave 6 of 6 (wavelength 1 m)"));
}

TEST_CASE("fbm: parameters that do not fit together are refused", "[noise]") {
  const auto errors = [](const auto& entries) { return decode_errors<FbmParams>(map(entries)); };
  using Entries = std::vector<std::pair<std::string, schema::Node>>;
  CHECK(errors(Entries{{"octaves", scalar("24")}}) == "");
  CHECK_THAT(errors(Entries{{"octaves", scalar("25")}}), Catch::Contains("outside"));
  CHECK_THAT(errors(Entries{{"octaves", scalar("10000000")}}), Catch::Contains("outside"));
  CHECK_THAT(errors(Entries{{"size", list({scalar("513"), scalar("1")})}}), Catch::Contains("outside"));
  CHECK_THAT(errors(Entries{{"size", list({scalar("131074"), scalar("2")})}}), Catch::Contains("outside"));
  CHECK_THAT(errors(Entries{{"octaves", scalar("24")}, {"lacunarity", scalar("8")}}),
             Catch::Contains("cells per metre"));
  CHECK_THAT(errors(Entries{{"octave_frequencies", list({scalar("1"), scalar("2")})},
                            {"octave_amplitudes", list({scalar("1")})}}),
             Catch::Contains("has 1 entry, 'octave_frequencies' 2"));
  CHECK_THAT(errors(Entries{{"octave_frequencies", list({scalar("1"), scalar("2")})}, {"octaves", scalar("3")}}),
             Catch::Contains("3 octaves"));
  CHECK_THAT(errors(Entries{{"octave_amplitudes", list(std::vector<schema::Node>(25, scalar("1")))}}),
             Catch::Contains("more than 24"));
  CHECK_THAT(errors(Entries{{"period", scalar("4")}, {"lacunarity", scalar("2.5")}}),
             Catch::Contains("does not repeat"));
  CHECK(errors(Entries{{"period", list({scalar("4"), scalar("2")})}, {"lacunarity", scalar("3")}}) == "");
  CHECK_THAT(errors(Entries{{"period", scalar("0")}}), Catch::Contains("outside"));
  CHECK_THAT(errors(Entries{{"offset", list({scalar("1e15"), scalar("0")})}, {"octaves", scalar("12")}}),
             Catch::Contains("moves the finest octave by more than"));
}

TEST_CASE("noise stages: kernels state the largest sample where the method alone bounds it", "[noise]") {
  RunContext context;
  const auto stated = [&](const auto& params, auto stage) {
    using S = decltype(stage);
    return S::kernel(params, schema::Inputs{}, S::grid(params, {}), context).largest;
  };
  auto fbm = sized<FbmParams>(16, 0.1);
  REQUIRE(stated(fbm, Fbm{}));
  CHECK(*stated(fbm, Fbm{}) < 4);
  auto warped = fbm;
  warped.warp.emplace();
  CHECK_FALSE(stated(warped, Fbm{}));
  auto driven = fbm;
  driven.amplitude.stage = "map";
  CHECK_FALSE(FieldKernel(fractal_kernel(driven, {.fractal = Fractal::sum}, {16, 16, 1, {}}, context)).largest);
  CHECK_FALSE(stated(sized<RidgedParams>(16, 0.1), Ridged{}));
}

TEST_CASE("fbm: the extremes of what is accepted stay finite", "[noise]") {
  FbmParams params;
  params.size = {40, 3};
  params.cell_size = 1e4;
  params.origin = {1e9, -1e9};
  params.frequency = 1e3;
  params.octaves = 20;
  params.offset = {1e12, -1e12};
  params.amplitude = 1e6;
  params.heights = 10;
  params.persistence = 1;
  const Heightmap field = generate<Fbm>(params);
  for (const float h : field.heights.values()) CHECK(std::isfinite(h));
}

TEST_CASE("period: one number and a pair are read, and printed as short as they were", "[noise]") {
  GradientNoiseParams params;
  CHECK(decode_errors<GradientNoiseParams>(map({{"period", scalar("8")}}), &params) == "");
  CHECK(*params.period == Period{8, 8});
  CHECK_THAT(schema::print_fields(params, true), Catch::Contains("period: 8}"));
  CHECK(decode_errors<GradientNoiseParams>(map({{"period", list({scalar("8"), scalar("4")})}}), &params) == "");
  CHECK(*params.period == Period{8, 4});
  CHECK_THAT(schema::print_fields(params, true), Catch::Contains("period: [8, 4]"));
}
