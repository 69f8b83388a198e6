// No noise has a grain: the power of its spectrum does not depend on the direction, and no peak stands on an axis.

#include "support/catch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "stages/land/noise/fractals.h"
#include "stages/land/noise/single_octave.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;
using weald::test::generate;

namespace {

constexpr int kSize = 512;
using Complex = std::complex<double>;

void fft_line(std::vector<Complex>& values) {
  const std::size_t n = values.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
  for (std::size_t length = 2; length <= n; length *= 2) {
    const double angle = -2 * 3.14159265358979323846 / static_cast<double>(length);
    for (std::size_t k = 0; k < length / 2; ++k) {
      const Complex turn = std::polar(1.0, angle * static_cast<double>(k));
      for (std::size_t i = k; i < n; i += length) {
        const Complex other = values[i + length / 2] * turn;
        values[i + length / 2] = values[i] - other;
        values[i] += other;
      }
    }
  }
}

// Power at (fx, fy) cycles across the map, both taken modulo kSize, after a window that hides the edges.
std::vector<double> power_spectrum(const Heightmap& map) {
  double mean = 0;
  for (const double h : map.heights.values()) mean += h / (kSize * kSize);
  const auto window = [](int i) { return 0.5 - 0.5 * std::cos(2 * 3.14159265358979 * i / kSize); };
  std::vector<Complex> grid(kSize * kSize);
  std::vector<Complex> line(kSize);
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      line[static_cast<std::size_t>(x)] = (map.heights.at(x, y) - mean) * window(x) * window(y);
    }
    fft_line(line);
    std::copy(line.begin(), line.end(), grid.begin() + y * kSize);
  }
  std::vector<double> power(kSize * kSize);
  for (int x = 0; x < kSize; ++x) {
    for (int y = 0; y < kSize; ++y) line[static_cast<std::size_t>(y)] = grid[static_cast<std::size_t>(y * kSize + x)];
    fft_line(line);
    for (int y = 0; y < kSize; ++y) {
      power[static_cast<std::size_t>(y * kSize + x)] = std::norm(line[static_cast<std::size_t>(y)]);
    }
  }
  return power;
}

// The mean power by direction, 16 of them in a half circle, between two radii (cycles across the map), relative to that
// of all directions at the same radius. Direction 0 is that of the x axis, 8 that of the y axis.
constexpr int kDirections = 16;
using Rose = std::array<double, kDirections>;

struct Polar {
  std::size_t ring;
  std::size_t direction;
};

Polar polar(int x, int y) {
  const double turn = std::atan2(y, x) / 3.14159265358979 * kDirections;
  const int direction = (static_cast<int>(std::floor(turn + 0.5)) + kDirections) % kDirections;
  return {static_cast<std::size_t>(std::sqrt(x * x + y * y)), static_cast<std::size_t>(direction)};
}

template <class Visitor>
void for_frequencies(double from, double to, Visitor&& visit) {
  for (int y = -kSize / 2; y < kSize / 2; ++y) {
    for (int x = 0; x < kSize / 2; ++x) {
      if (x * x + y * y < from * from || x * x + y * y >= to * to) continue;
      visit(polar(x, y), static_cast<std::size_t>(((y + kSize) % kSize) * kSize + x));
    }
  }
}

void add_rose(const std::vector<double>& power, double from, double to, Rose& sum, Rose& count) {
  std::vector<double> rings(kSize), members(kSize);
  for_frequencies(from, to, [&](const Polar& at, std::size_t i) {
    rings[at.ring] += power[i];
    members[at.ring] += 1;
  });
  for_frequencies(from, to, [&](const Polar& at, std::size_t i) {
    sum[at.direction] += power[i] * members[at.ring] / rings[at.ring];
    count[at.direction] += 1;
  });
}

// The roses of several seeds of a stage, each divided by its mean.
template <class S>
Rose rose_of(typename S::Params params, double from, double to) {
  params.size = {kSize, kSize};
  Rose sum{}, count{};
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    add_rose(power_spectrum(generate<S>(params, seed)), from, to, sum, count);
  double mean = 0;
  for (std::size_t i = 0; i < kDirections; ++i) mean += sum[i] / count[i] / kDirections;
  for (std::size_t i = 0; i < kDirections; ++i) sum[i] /= count[i] * mean;
  return sum;
}

double greatest(const Rose& rose) { return *std::max_element(rose.begin(), rose.end()); }
double least(const Rose& rose) { return *std::min_element(rose.begin(), rose.end()); }
std::string text(const Rose& rose) {
  std::string result;
  for (const double value : rose) result += std::to_string(value).substr(0, 5) + " ";
  return result;
}

// One layer with cells of 8 samples: 64 cycles across the map.
template <class P>
P cells_of_8() {
  P params;
  params.frequency = 1.0 / 8;
  return params;
}

}  // namespace

TEST_CASE("spectrum: the test sees a grain where there is one", "[noise][statistics]") {
  // Cellular noise without jitter is a square grid.
  auto params = cells_of_8<CellularNoiseParams>();
  params.jitter = 0;
  CHECK(greatest(rose_of<CellularNoise>(params, 32, 96)) > 2);
}

TEST_CASE("spectrum: one layer of simplex noise is as strong in all directions at all scales", "[noise][statistics]") {
  auto params = cells_of_8<SimplexNoiseParams>();
  for (const auto& [from, to] : {std::pair{16.0, 48.0}, std::pair{48.0, 96.0}, std::pair{96.0, 160.0}}) {
    const Rose rose = rose_of<SimplexNoise>(params, from, to);
    INFO(from << " to " << to << ": " << text(rose));
    CHECK(greatest(rose) < 1.15);
    CHECK(least(rose) > 0.85);
  }
}

TEST_CASE("spectrum: simplex noise that tiles, and slices through it, have no grain either", "[noise][statistics]") {
  auto params = cells_of_8<SimplexNoiseParams>();
  params.period = Period{64, 64};
  CHECK(greatest(rose_of<SimplexNoise>(params, 32, 96)) < 1.15);
  params.period.reset();
  for (const double z : {0.0, 0.1, 0.25}) {
    params.slice = z;
    const Rose rose = rose_of<SimplexNoise>(params, 32, 96);
    INFO(text(rose));
    CHECK(greatest(rose) < 1.15);
  }
}

TEST_CASE("spectrum: no peak stands on an axis", "[noise][statistics]") {
  const auto check = [](const char* name, const Rose& rose) {
    INFO(name << ": " << text(rose));
    CHECK(greatest(rose) < 1.3);
    CHECK(rose[0] / rose[8] == Approx(1).epsilon(0.12));
  };
  check("gradient", rose_of<GradientNoise>(cells_of_8<GradientNoiseParams>(), 24, 80));
  check("value", rose_of<ValueNoise>(cells_of_8<ValueNoiseParams>(), 8, 64));
  check("f1", rose_of<CellularNoise>(cells_of_8<CellularNoiseParams>(), 16, 128));
  auto borders = cells_of_8<CellularNoiseParams>();
  borders.feature = CellularFeature::f2_f1;
  check("f2 - f1", rose_of<CellularNoise>(borders, 16, 128));
  auto fractal = cells_of_8<FbmParams>();
  fractal.frequency = 1.0 / 32;
  fractal.octaves = 4;
  for (const NoiseBase base : {NoiseBase::gradient, NoiseBase::value, NoiseBase::simplex, NoiseBase::cellular}) {
    fractal.base = base;
    check("fbm", rose_of<Fbm>(fractal, 24, 120));
  }
  fractal.base = NoiseBase::gradient;
  fractal.warp = WarpParams{.strength = 10, .mode = WarpMode::progressive};
  check("warped fbm", rose_of<Fbm>(fractal, 24, 120));
  PingPongParams folded;
  folded.frequency = 1.0 / 32;
  folded.octaves = 3;
  folded.base = NoiseBase::simplex;
  check("ping_pong", rose_of<PingPong>(folded, 24, 120));
}
