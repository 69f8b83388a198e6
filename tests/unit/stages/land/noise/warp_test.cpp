// Tiling of every kind, the further fractals, warps, marble, and numbers that fields drive.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "stages/land/noise/combine.h"
#include "stages/land/noise/detail/point_layer.h"
#include "stages/land/noise/falloff.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/marble.h"
#include "stages/land/noise/remap.h"
#include "stages/land/noise/single_octave.h"
#include "unit/stages/land/noise/definition.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;
using namespace weald::test;

namespace {

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
    const test::PointDefinition field(spec);
    float farthest = 0;
    for (int y = 0; y < 200; y += 3) {
      for (int x = 0; x < 200; x += 3) {
        const Vec2f shift = field.shift(x, y, 40);
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
  const test::PointDefinition field(noise_field(params, grid_spec(params), 9));
  const Heightmap warped = generate<GradientNoise>(params, 9);
  params.warp.reset();
  for (int y = 0; y < 64; y += 9) {
    for (int x = 0; x < 64; x += 9) {
      const Vec2f shift = field.shift(x, y, 15);
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
                 strength.given() ? std::vector<NamedMap>{{"drive", &drive}} : std::vector<NamedMap>{});
  };
  const Heightmap mixed = fbm_with(driven(1e6));
  const Heightmap none = fbm_with(schema::Driven{0});
  const Heightmap all = fbm_with(schema::Driven{12});
  for (int x = 0; x < 64; ++x) CHECK(mixed.heights.at(x, 20) == (x < 32 ? none : all).heights.at(x, 20));

  MarbleParams marble = sized<MarbleParams>(64, 0.05);
  const auto marble_with = [&](const schema::Driven& turbulence) {
    marble.turbulence = turbulence;
    return whole(Marble::kernel(marble, {}, grid, seeded(4)), grid,
                 turbulence.given() ? std::vector<NamedMap>{{"drive", &drive}} : std::vector<NamedMap>{});
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
    return whole(Remap::kernel(remap, {}, grid, {}), grid, {{"from", &none}, {"drive", &drive}});
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
    return whole(Combine::kernel(combine, {}, grid, {}), grid, {{"from", &none}, {"drive", &drive}});
  };
  const Heightmap rounded = combine_with(driven(100));
  CHECK(rounded.heights.at(10, 9) == combine_with(schema::Driven{0}).heights.at(10, 9));
  CHECK(rounded.heights.at(50, 9) == combine_with(schema::Driven{12}).heights.at(50, 9));
}

TEST_CASE("driven numbers: fields on another grid are refused at the key", "[noise]") {
  const GridSpec own{64, 64, 1.0, {0, 0}};
  const GridSpec other{64, 64, 2.0, {0, 0}};
  const auto driven = [](const char* stage) {
    schema::Driven result;
    result.stage = stage;
    return result;
  };
  const std::vector<FieldInput<GridSpec>> grids{{"own", own}, {"other", other}};
  const auto key_of = [&](auto stage, const auto& params) {
    try {
      (void)decltype(stage)::grid(params, InputGrids(grids));
    } catch (const StageError& error) {
      return std::string(error.key());
    }
    return std::string{};
  };
  FbmParams fbm = sized<FbmParams>(64, 0.05);
  fbm.warp = WarpParams{.strength = driven("other")};
  CHECK(key_of(Fbm{}, fbm) == "warp");
  fbm.amplitude = driven("own");
  CHECK(key_of(Fbm{}, fbm) == "warp");
  fbm.warp->strength = driven("own");
  CHECK(key_of(Fbm{}, fbm).empty());
  fbm.amplitude = driven("other");
  CHECK(key_of(Fbm{}, fbm) == "amplitude");
  MarbleParams marble = sized<MarbleParams>(64, 0.05);
  marble.turbulence = driven("other");
  CHECK(key_of(Marble{}, marble) == "turbulence");
  RemapParams remap;
  remap.from.stage = "own";
  remap.terrace = Terraces{4, driven("other")};
  CHECK(key_of(Remap{}, remap) == "terrace");
  FalloffParams falloff;
  falloff.from.stage = "own";
  falloff.edge = driven("other");
  CHECK(key_of(Falloff{}, falloff) == "edge");
  CombineParams combine;
  combine.from.stage = "own";
  combine.smoothing = driven("other");
  CHECK(key_of(Combine{}, combine) == "smoothing");
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
  CHECK_THAT(errors({{"cellular", map({{"jitter", scalar("0.5")}})}}), Catch::Contains("base: cellular"));
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
    const Heightmap map = generate<decltype(stage)>(params);
    for (const float h : map.heights.values()) CHECK(std::isfinite(h));
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
