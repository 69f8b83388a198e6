// OctaveField against its plain definition, against the double-precision formula, and at its edges.

#include "support/catch.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/simd.h"
#include "methods/raster/lattice.h"
#include "stages/land/noise/octave_field.h"
#include "unit/stages/land/noise/definition.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;
using weald::test::whole;

namespace {

FieldSpec layers(const GridSpec& grid, int octaves, double frequency, LatticeScale scale = {1, 0}) {
  FieldSpec spec{.grid = grid};
  for (int o = 0; o < octaves; ++o) {
    const double f = frequency * std::exp2(o);
    spec.octaves.push_back({.frequency_x = f,
                            .frequency_y = f,
                            .offset = {0.3 * o, 0.7 * o},
                            .amplitude = static_cast<float>(std::exp2(-o)),
                            .scale = scale,
                            .seed = 100u + static_cast<unsigned>(o)});
  }
  return spec;
}

int differing_bits(const Heightmap& a, const Heightmap& b) {
  const auto va = a.heights.values();
  const auto vb = b.heights.values();
  int count = 0;
  for (std::size_t i = 0; i < va.size(); ++i)
    count += std::bit_cast<std::uint32_t>(va[i]) != std::bit_cast<std::uint32_t>(vb[i]);
  return count;
}

Heightmap by_definition(const FieldSpec& spec) {
  const test::OctaveDefinition field(spec);
  Heightmap map(spec.grid);
  for (int y = 0; y < spec.grid.height; ++y) {
    for (int x = 0; x < spec.grid.width; ++x) map.heights.at(x, y) = field.value(x, y);
  }
  return map;
}

struct SimdGuard {
  ~SimdGuard() { limit_simd_targets(simd_targets().front()); }
};

}  // namespace

TEST_CASE("octave field: every SIMD target gives the bits of the plain definition", "[noise][simd]") {
  const SimdGuard guard;
  REQUIRE(simd_targets().back() == "scalar");
  // Widths beside multiples of the tile and the vectors; cells from much wider than a tile to finer than a sample.
  for (const int width : {1, 7, 33, 256, 300}) {
    for (const double frequency : {0.001, 0.043, 0.3, 1.7}) {
      for (const Fractal fractal : {Fractal::sum, Fractal::billow, Fractal::ridged, Fractal::hybrid,
                                    Fractal::heterogeneous, Fractal::ping_pong}) {
        FieldSpec spec = layers({width, 37, 1.0, {-12.5, 40.25}}, 4, frequency, {1, 0.5f});
        spec.rule.fractal = fractal;
        const Heightmap expected = by_definition(spec);
        for (const std::string& target : simd_targets()) {
          REQUIRE(limit_simd_targets(target));
          INFO(target << ", width " << width << ", frequency " << frequency << ", fractal "
                      << static_cast<int>(fractal));
          CHECK(differing_bits(whole(spec), expected) == 0);
        }
      }
    }
  }
}

TEST_CASE("octave field: lattices without heights have the bits of the plain definition, also on their points",
          "[noise][simd]") {
  const SimdGuard guard;
  // On lattice points every product is a zero, whose sign the heights decide, as they are zeros with a sign. At the
  // smallest amplitudes products vanish anywhere.
  for (const double frequency : {0.25, 0.5, 0.3, 0.043}) {
    for (const float amplitude : {1.0f, -1.0f, -0.0f, 1e-25f, 1e-44f}) {
      for (const int octaves : {1, 3}) {
        FieldSpec spec = layers({70, 41, 1.0, {-16, 32}}, octaves, frequency);
        for (OctaveSpec& octave : spec.octaves) octave.amplitude *= amplitude;
        spec.octaves.front().offset = {0, 0};
        for (const Fractal fractal : {Fractal::sum, Fractal::heterogeneous}) {
          spec.rule.fractal = fractal;
          const Heightmap expected = by_definition(spec);
          for (const std::string& target : simd_targets()) {
            REQUIRE(limit_simd_targets(target));
            INFO(target << ", frequency " << frequency << ", amplitude " << amplitude << ", octaves " << octaves);
            CHECK(differing_bits(whole(spec), expected) == 0);
          }
        }
      }
    }
  }
}

TEST_CASE("octave field: sums of any number of rows and vectors have the bits of the plain definition",
          "[noise][simd]") {
  const SimdGuard guard;
  // The finest octave enters a new cell after one to five rows; the last tile has from one sample to a whole one.
  for (const double frequency : {0.2, 0.26, 0.35, 0.5, 0.9}) {
    for (const int width : {128, 144, 168, 200, 247}) {
      FieldSpec spec = layers({width, 23, 1.0, {0.125, 7}}, 1, frequency, {-0.7f, 0});
      spec.octaves.push_back({.frequency_x = frequency / 7,
                              .frequency_y = frequency / 7,
                              .offset = {0.21, 0.35},
                              .amplitude = 2,
                              .scale = {1, 0.3f},
                              .seed = 5});
      for (const bool finest_first : {true, false}) {
        if (!finest_first) std::swap(spec.octaves[0], spec.octaves[1]);
        const Heightmap expected = by_definition(spec);
        for (const std::string& target : simd_targets()) {
          REQUIRE(limit_simd_targets(target));
          INFO(target << ", frequency " << frequency << ", width " << width << ", finest first: " << finest_first);
          CHECK(differing_bits(whole(spec), expected) == 0);
        }
      }
    }
  }
}

TEST_CASE("octave field: an unknown SIMD target is refused", "[noise][simd]") {
  CHECK_FALSE(limit_simd_targets("mmx"));
  CHECK_FALSE(limit_simd_targets(""));
}

TEST_CASE("octave field: values do not depend on how the grid is cut into windows", "[noise]") {
  const FieldSpec spec = layers({611, 90, 1.0, {3, 4}}, 5, 0.02);
  const OctaveField field(spec);
  const Heightmap expected = whole(spec);
  for (const auto& [w, h] : {std::pair{611, 1}, std::pair{611, 7}, std::pair{100, 90}, std::pair{13, 17}}) {
    Heightmap map(spec.grid);
    for (int y = 0; y < 90; y += h) {
      for (int x = 0; x < 611; x += w) {
        const Region region{x, y, std::min(w, 611 - x), std::min(h, 90 - y)};
        field.fill({region, &map.heights.at(x, y), 611});
      }
    }
    CHECK(differing_bits(map, expected) == 0);
  }
}

TEST_CASE("octave field: hashed lattices follow the double-precision formula", "[noise]") {
  const LatticeScale scale{1, 0.5f};
  LatticeTable table{5, 3, {}};
  for (int j = 0; j < table.height; ++j) {
    for (int i = 0; i < table.width; ++i)
      table.points.push_back(hashed_point(point_hash(column_keys(17).of(i), row_keys(17).of(j)), scale));
  }
  for (const Fade fade : {Fade::linear, Fade::cosine, Fade::cubic, Fade::quintic}) {
    FieldSpec spec{.grid = {161, 97, 0.25, {-7, -3}}, .fade = fade};
    spec.octaves.push_back({.frequency_x = 0.5,
                            .frequency_y = 0.5,
                            .amplitude = 3,
                            .scale = scale,
                            .seed = 17,
                            .period = LatticePeriod{table.width, table.height}});
    const Heightmap map = whole(spec);
    double worst = 0;
    for (int y = 0; y < 97; ++y) {
      for (int x = 0; x < 161; ++x) {
        const Vec2 at = spec.grid.position(x, y) * 0.5;
        worst = std::max(worst, std::abs(map.heights.at(x, y) - 3 * lattice_noise(table, at.x, at.y, fade)));
      }
    }
    CHECK(worst < 3 * 6e-7);
  }
}

TEST_CASE("octave field: gradient noise is exactly zero at the lattice points, heights are met exactly", "[noise]") {
  FieldSpec spec{.grid = {33, 33, 1.0, {-64, 128}}};
  spec.octaves.push_back({.frequency_x = 0.125, .frequency_y = 0.125, .seed = 5});
  const Heightmap plain = whole(spec);
  spec.octaves[0].scale.height = 1;
  const Heightmap hybrid = whole(spec);
  spec.octaves[0].scale.gradient = 0;
  const Heightmap value = whole(spec);
  bool some_height = false;
  for (int y = 0; y < 33; y += 8) {
    for (int x = 0; x < 33; x += 8) {
      CHECK(plain.heights.at(x, y) == 0);
      CHECK(hybrid.heights.at(x, y) == value.heights.at(x, y));
      some_height = some_height || value.heights.at(x, y) != 0;
    }
  }
  CHECK(some_height);
}

TEST_CASE("octave field: a period repeats exactly, in bits, along both axes", "[noise]") {
  // 3 x 2 cells over 90 x 60 samples; the step 1/30 is no binary fraction.
  FieldSpec spec{.grid = {271, 181, 1.0, {-17.0, 5.0}}};
  for (int o = 0; o < 4; ++o) {
    const double f = std::exp2(o) / 30;
    spec.octaves.push_back({.frequency_x = f,
                            .frequency_y = f,
                            .start = {0.123 * o, 0.77 * o},
                            .seed = 9u + static_cast<unsigned>(o),
                            .period = LatticePeriod{3 << o, 2 << o}});
  }
  const Heightmap map = whole(spec);
  int different = 0;
  for (int y = 0; y < 181; ++y) {
    for (int x = 0; x < 271; ++x) {
      if (x >= 90) different += map.heights.at(x, y) != map.heights.at(x - 90, y);
      if (y >= 60) different += map.heights.at(x, y) != map.heights.at(x, y - 60);
    }
  }
  CHECK(different == 0);
  // A shorter shift must not repeat, or the test would prove nothing.
  CHECK(map.heights.at(100, 50) != map.heights.at(100 - 30, 50));
}

TEST_CASE("octave field: noise 1e15 cells from the origin is as smooth as at the origin", "[noise]") {
  const auto roughness = [](Vec2 offset, Vec2 origin) {
    FieldSpec spec{.grid = {400, 60, 1.0, origin}};
    spec.octaves.push_back({.frequency_x = 0.01, .frequency_y = 0.01, .offset = offset, .seed = 3});
    const Heightmap map = whole(spec);
    double worst = 0;
    for (int y = 0; y < 60; ++y) {
      for (int x = 1; x + 1 < 400; ++x) {
        const double bend = map.heights.at(x - 1, y) - 2.0 * map.heights.at(x, y) + map.heights.at(x + 1, y);
        worst = std::max(worst, std::abs(bend));
      }
    }
    return worst;
  };
  // Second differences of steps of 1/100 cell: curvature of the noise is below about 12, so 12e-4 and float rounding.
  CHECK(roughness({0, 0}, {0, 0}) < 1.3e-3);
  CHECK(roughness({1e15, -1e15}, {0, 0}) < 1.3e-3);
  CHECK(roughness({1e15, 1e15}, {1e9, -1e9}) < 1.3e-3);
}

TEST_CASE("octave field: moving the grid by whole samples moves the noise, bit for bit", "[noise]") {
  const FieldSpec a = layers({300, 80, 0.5, {10, 20}}, 6, 0.01);
  FieldSpec b = a;
  b.grid.origin = a.grid.position(37, 11);
  const Heightmap ma = whole(a);
  const Heightmap mb = whole(b);
  int different = 0;
  for (int y = 0; y + 11 < 80; ++y) {
    for (int x = 0; x + 37 < 300; ++x) different += mb.heights.at(x, y) != ma.heights.at(x + 37, y + 11);
  }
  CHECK(different == 0);
}

TEST_CASE("octave field: value and slope are continuous across lattice borders", "[noise]") {
  const double h = 1e-3;
  for (const Fade fade : {Fade::cubic, Fade::quintic, Fade::cosine}) {
    // Samples h apart around the borders at cells 1, 2, 3, ...
    for (int border = 1; border < 40; ++border) {
      FieldSpec spec{.grid = {5, 5, h, {border - 2 * h, 0.4 - 2 * h}}, .fade = fade};
      spec.octaves.push_back({.frequency_x = 1, .frequency_y = 1, .scale = {1, 0.5f}, .seed = 11});
      const Heightmap map = whole(spec);
      const auto at = [&](int x) { return double{map.heights.at(x, 2)}; };
      CHECK(std::abs(at(3) - at(1)) < 2 * h * 3);
      CHECK((at(2) - at(0)) / (2 * h) == Approx((at(4) - at(2)) / (2 * h)).margin(0.03));
    }
  }
}
