// PointField against its plain definition, against OctaveField, and at its edges.

#include "support/catch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "base/simd.h"
#include "stages/land/noise/detail/point_field.h"
#include "stages/land/noise/detail/point_layer.h"
#include "stages/land/noise/octave_field.h"
#include "unit/stages/land/noise/definition.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;

namespace {

FieldSpec point_spec(const GridSpec& grid, NoiseBase base, double frequency, int octaves = 1) {
  FieldSpec spec{.grid = grid, .base = base};
  for (int o = 0; o < octaves; ++o) {
    const double f = frequency * std::exp2(o);
    spec.octaves.push_back(
        {.frequency_x = f,
         .frequency_y = f,
         .offset = {0.3 * o, 0.7 * o},
         .amplitude = static_cast<float>(std::exp2(-o)),
         .share = static_cast<float>(std::exp2(-o)),
         .scale = {base == NoiseBase::value ? 0.0f : 1.0f, base == NoiseBase::gradient ? 0.5f : 1.0f},
         .seed = 100u + static_cast<unsigned>(o)});
  }
  return spec;
}

void add_warp(FieldSpec& spec, WarpMode mode, double frequency) {
  spec.warp = WarpSpec{.mode = mode,
                       .octaves = mode == WarpMode::single ? 1 : 3,
                       .frequency_x = frequency,
                       .frequency_y = frequency,
                       .seed = 7,
                       .limit = 1e5f};
}

Heightmap filled(const FieldSpec& spec, float strength) {
  Heightmap map(spec.grid);
  PointField(spec).fill(view(map), schema::DrivenSamples(schema::Driven{strength}));
  return map;
}

Heightmap defined(const FieldSpec& spec, float strength) {
  const test::PointDefinition field(spec);
  Heightmap map(spec.grid);
  for (int y = 0; y < spec.grid.height; ++y) {
    for (int x = 0; x < spec.grid.width; ++x) map.heights.at(x, y) = field.value(x, y, strength);
  }
  return map;
}

int unequal_bits(const Heightmap& a, const Heightmap& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.heights.values().size(); ++i) {
    count += std::bit_cast<std::uint32_t>(a.heights.values()[i]) != std::bit_cast<std::uint32_t>(b.heights.values()[i]);
  }
  return count;
}

struct TargetGuard {
  ~TargetGuard() { limit_simd_targets(simd_targets().front()); }
};

void check_all_targets(const FieldSpec& spec, float strength) {
  const TargetGuard guard;
  const Heightmap expected = defined(spec, strength);
  for (const std::string& target : simd_targets()) {
    REQUIRE(limit_simd_targets(target));
    INFO(target << ", base " << schema::name_of(spec.base) << ", strength " << strength << ", frequency "
                << spec.octaves[0].frequency_x << ", width " << spec.grid.width);
    CHECK(unequal_bits(filled(spec, strength), expected) == 0);
  }
}

constexpr NoiseBase kBases[] = {NoiseBase::gradient, NoiseBase::value, NoiseBase::simplex, NoiseBase::cellular};

}  // namespace

TEST_CASE("point field: every base has the bits of its definition on every SIMD target", "[noise][simd]") {
  for (const NoiseBase base : kBases) {
    for (const double frequency : {0.004, 0.11, 0.9, 40.0}) {
      check_all_targets(point_spec({133, 35, 1.0, {-12.5, 40.25}}, base, frequency), 0);
    }
    check_all_targets(point_spec({1, 3, 1.0, {0, 0}}, base, 0.3), 0);
  }
}

TEST_CASE("point field: warped fields have the bits of their definition on every SIMD target", "[noise][simd]") {
  for (const NoiseBase base : kBases) {
    for (const WarpMode mode : {WarpMode::single, WarpMode::progressive, WarpMode::independent}) {
      FieldSpec spec = point_spec({137, 34, 1.0, {5, -3}}, base, 0.06, 2);
      add_warp(spec, mode, 0.03);
      check_all_targets(spec, 25);
    }
    FieldSpec torn = point_spec({70, 33, 1.0, {0, 0}}, base, 0.2);
    add_warp(torn, WarpMode::single, 0.4);
    check_all_targets(torn, 4000);
  }
}

TEST_CASE(
    "point field: octaves with too many lattice points for a block follow others with the bits of their definition",
    "[noise][simd]") {
  for (const NoiseBase base : kBases) {
    for (const float strength : {400.0f, 900.0f, 2000.0f}) {
      FieldSpec torn = point_spec({70, 9, 1.0, {0, 0}}, base, 0.1, 3);
      if (base == NoiseBase::simplex) torn.slice = 0.4;  // layers that add to the noise of their octave
      add_warp(torn, WarpMode::single, 0.4);
      check_all_targets(torn, strength);
    }
  }
}

TEST_CASE("point field: maps wider than a few blocks have the bits of their definition", "[noise][simd]") {
  for (const NoiseBase base : kBases) {
    // From cells wider than a block to cells of about a sample; the last octave is written to the map itself.
    for (const double frequency : {0.003, 0.036, 0.3, 0.9}) {
      for (const int octaves : {1, 2})
        check_all_targets(point_spec({403, 21, 1.0, {-12.5, 40.25}}, base, frequency, octaves), 0);
    }
  }
  FieldSpec slice = point_spec({403, 21, 1.0, {7, 9}}, NoiseBase::simplex, 0.036, 2);
  slice.slice = 0.4;
  check_all_targets(slice, 0);
}

TEST_CASE("point field: gradients of a negative scale have the bits of their definition", "[noise][simd]") {
  for (const NoiseBase base : {NoiseBase::gradient, NoiseBase::simplex}) {
    for (const float height : {0.0f, 0.5f}) {
      FieldSpec spec = point_spec({137, 34, 1.0, {5, -3}}, base, 0.11, 2);
      for (OctaveSpec& octave : spec.octaves) octave.scale = {-1.5f, base == NoiseBase::gradient ? height : 1.0f};
      check_all_targets(spec, 0);
      add_warp(spec, WarpMode::single, 0.03);
      check_all_targets(spec, 25);
    }
  }
}

TEST_CASE("point field: samples on lattice points have the bits of their definition", "[noise][simd]") {
  // There all contributions are zeros, whose signs differ from point to point.
  for (const NoiseBase base : kBases) {
    for (const float amplitude : {1.0f, -3.0f}) {
      for (const Fractal fractal : {Fractal::sum, Fractal::heterogeneous}) {
        FieldSpec spec = point_spec({403, 9, 1.0, {0, 0}}, base, 0.25);
        spec.octaves.front().amplitude = amplitude;
        spec.rule = {fractal, 0, 2};
        check_all_targets(spec, 0);
        add_warp(spec, WarpMode::single, 0.05);
        check_all_targets(spec, 0);
      }
    }
  }
}

TEST_CASE("point field: squares of every width have the bits of their definition", "[noise][simd]") {
  // Octaves from cells of many squares to cells of a sample, in which squares span from one cell to many.
  for (const NoiseBase base : {NoiseBase::gradient, NoiseBase::value, NoiseBase::simplex}) {
    for (const double period : {0.0, 24.0}) {
      FieldSpec spec = point_spec({141, 75, 1.0, {3, -8}}, base, 1.0 / 48, 6);
      for (std::size_t o = 0; o < spec.octaves.size(); ++o) {
        const auto cells = static_cast<std::int64_t>(period) << o;
        if (period > 0) spec.octaves[o].period = LatticePeriod{cells, cells};
        spec.octaves[o].scale.height = base == NoiseBase::value ? 1.0f : 0.0f;
      }
      add_warp(spec, WarpMode::single, 1.0 / 90);
      check_all_targets(spec, 30);
    }
  }
}

TEST_CASE("point field: slices, metrics and fractals have the bits of their definition", "[noise][simd]") {
  FieldSpec slice = point_spec({65, 20, 1.0, {0, 0}}, NoiseBase::simplex, 0.13);
  for (const double z : {0.0, 0.25, -3.6}) {
    slice.slice = z;
    check_all_targets(slice, 0);
  }
  for (const CellularMetric metric :
       {CellularMetric::euclidean, CellularMetric::squared, CellularMetric::manhattan, CellularMetric::chebyshev}) {
    for (const CellularFeature feature : {CellularFeature::f1, CellularFeature::f2, CellularFeature::f2_f1}) {
      FieldSpec cells = point_spec({65, 34, 1.0, {0, 0}}, NoiseBase::cellular, 0.09);
      cells.cellular = {feature, metric, 1};
      check_all_targets(cells, 0);
      add_warp(cells, WarpMode::single, 0.05);
      check_all_targets(cells, 30);
    }
  }
  for (const Fractal fractal :
       {Fractal::billow, Fractal::ridged, Fractal::hybrid, Fractal::heterogeneous, Fractal::ping_pong}) {
    FieldSpec spec = point_spec({65, 12, 1.0, {0, 0}}, NoiseBase::simplex, 0.04, 4);
    spec.rule.fractal = fractal;
    check_all_targets(spec, 0);
  }
}

TEST_CASE("point field: without a warp, gradient and value noise are those of the octave field up to rounding",
          "[noise]") {
  for (const NoiseBase base : {NoiseBase::gradient, NoiseBase::value}) {
    for (const Fade fade : {Fade::linear, Fade::cosine, Fade::cubic, Fade::quintic}) {
      FieldSpec spec = point_spec({300, 90, 1.0, {-70, 20}}, base, 0.03, 3);
      spec.fade = fade;
      const Heightmap expected = test::whole(spec);
      const Heightmap points = filled(spec, 0);
      float worst = 0;
      for (std::size_t i = 0; i < expected.heights.values().size(); ++i) {
        worst = std::max(worst, std::abs(expected.heights.values()[i] - points.heights.values()[i]));
      }
      CHECK(worst < 3e-6f);
    }
  }
}

TEST_CASE("point field: values do not depend on how the grid is cut into windows", "[noise]") {
  FieldSpec spec = point_spec({331, 90, 1.0, {3, 4}}, NoiseBase::cellular, 0.05, 2);
  spec.cellular.feature = CellularFeature::f2;
  add_warp(spec, WarpMode::progressive, 0.02);
  const Heightmap expected = filled(spec, 40);
  const PointField field(spec);
  const schema::DrivenSamples strength(schema::Driven{40});
  for (const auto& [w, h] : {std::pair{331, 1}, std::pair{331, 7}, std::pair{100, 90}, std::pair{13, 17}}) {
    Heightmap map(spec.grid);
    for (int y = 0; y < 90; y += h) {
      for (int x = 0; x < 331; x += w) {
        field.fill({{x, y, std::min(w, 331 - x), std::min(h, 90 - y)}, &map.heights.at(x, y), 331}, strength);
      }
    }
    CHECK(unequal_bits(map, expected) == 0);
  }
}
