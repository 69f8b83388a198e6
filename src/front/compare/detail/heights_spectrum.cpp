#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "base/check.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "front/compare/detail/heights.h"

namespace weald::compare {

namespace {

using Complex = std::complex<double>;

constexpr int kLargestSquare = 1024;
constexpr std::size_t kLinesAtOnce = 16;
constexpr double kNoise = 2e-5;  // share of the range: one step of 16 bits

// The product by four multiplications: the operator of std::complex also tests for infinities, which takes time.
Complex product(const Complex& a, const Complex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// A discrete Fourier transform of a fixed size. Pre: a power of two.
class Transform {
 public:
  explicit Transform(std::size_t size) : roots_(size / 2), reversed_(size) {
    for (std::size_t k = 0; k < roots_.size(); ++k) {
      const double angle = -360.0 * static_cast<double>(k) / static_cast<double>(size);
      roots_[k] = {math::cos_deg(angle), math::sin_deg(angle)};
    }
    for (std::size_t i = 1, j = 0; i < size; ++i) {
      std::size_t bit = size >> 1;
      for (; (j & bit) != 0; bit >>= 1) j ^= bit;
      j ^= bit;
      reversed_[i] = j;
    }
  }

  /// Transforms `values` in place, by decimation in time.
  void run(std::vector<Complex>& values) const {
    const std::size_t size = reversed_.size();
    for (std::size_t i = 0; i < size; ++i)
      if (i < reversed_[i]) std::swap(values[i], values[reversed_[i]]);
    for (std::size_t half = 1; half < size; half *= 2) {
      const std::size_t stride = size / (2 * half);
      for (std::size_t start = 0; start < size; start += 2 * half) {
        for (std::size_t k = 0; k < half; ++k) {
          const Complex odd = product(roots_[k * stride], values[start + half + k]);
          const Complex even = values[start + k];
          values[start + k] = even + odd;
          values[start + half + k] = even - odd;
        }
      }
    }
  }

 private:
  std::vector<Complex> roots_;
  std::vector<std::size_t> reversed_;
};

/// The centred square minus its mean, under a Hann window.
Grid<Complex> windowed(const Heightmap& map, int size) {
  const int left = (map.width() - size) / 2, top = (map.height() - size) / 2;
  double sum = 0, count = 0;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const float h = map.heights.at(left + x, top + y);
      if (!std::isfinite(h)) continue;
      sum += h;
      count += 1;
    }
  }
  const double mean = count > 0 ? sum / count : 0;
  std::vector<double> hann(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < hann.size(); ++i)
    hann[i] = 0.5 - 0.5 * math::cos_deg(360.0 * (static_cast<double>(i) + 0.5) / size);
  Grid<Complex> result(size, size);
  for (int y = 0; y < size; ++y) {
    const auto out = result.row(y);
    for (int x = 0; x < size; ++x) {
      const float h = map.heights.at(left + x, top + y);
      const auto column = static_cast<std::size_t>(x);
      if (std::isfinite(h)) out[column] = (h - mean) * hann[column] * hann[static_cast<std::size_t>(y)];
    }
  }
  return result;
}

/// Transforms every line; `line(i, t)` is the value t of line i.
template <class Line>
void transform_lines(const Transform& transform, int size, const Line& line) {
  parallel_blocks(static_cast<std::size_t>(size), kLinesAtOnce, [&](std::size_t begin, std::size_t end) {
    std::vector<Complex> values(static_cast<std::size_t>(size));
    for (auto i = static_cast<int>(begin); i < static_cast<int>(end); ++i) {
      for (int t = 0; t < size; ++t) values[static_cast<std::size_t>(t)] = line(i, t);
      transform.run(values);
      for (int t = 0; t < size; ++t) line(i, t) = values[static_cast<std::size_t>(t)];
    }
  });
}

/// Mean power of the waves with 1, 2, ... size / 2 periods per side, over all directions.
std::vector<double> radial_power(const Heightmap& map, int size) {
  Grid<Complex> waves = windowed(map, size);
  const Transform transform(static_cast<std::size_t>(size));
  transform_lines(transform, size, [&](int y, int x) -> Complex& { return waves.at(x, y); });
  transform_lines(transform, size, [&](int x, int y) -> Complex& { return waves.at(x, y); });
  const auto bands = static_cast<std::size_t>(size / 2);
  std::vector<double> power(bands), count(bands);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const double u = x <= size / 2 ? x : x - size, v = y <= size / 2 ? y : y - size;
      const auto band = static_cast<std::size_t>(std::sqrt(u * u + v * v) + 0.5);
      if (band < 1 || band > bands) continue;
      power[band - 1] += std::norm(waves.at(x, y));
      count[band - 1] += 1;
    }
  }
  for (std::size_t i = 0; i < bands; ++i) power[i] /= count[i];
  return power;
}

}  // namespace

double spectrum_distance(const Heightmap& a, const Heightmap& b) {
  WEALD_CHECK(a.width() == b.width() && a.height() == b.height());
  const int side = std::min(a.width(), a.height());
  if (side < 4) return 0;
  int size = 4;
  while (size * 2 <= std::min(side, kLargestSquare)) size *= 2;
  const std::vector<double> power_a = radial_power(a, size), power_b = radial_power(b, size);
  // White noise of variance s has the power s in every wave, times the sum of the squared window (3/8 per side).
  const double noise = kNoise * height_scale(a) * size * (3.0 / 8);
  const double floor = noise * noise;
  const double decibels = 10 / math::log2(10);
  double squares = 0;
  for (std::size_t i = 0; i < power_a.size(); ++i) {
    const double change =
        decibels * (math::log2(std::max(power_a[i], floor)) - math::log2(std::max(power_b[i], floor)));
    squares += change * change;
  }
  return std::sqrt(squares / static_cast<double>(power_a.size()));
}

}  // namespace weald::compare
