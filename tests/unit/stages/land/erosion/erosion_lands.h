#pragma once
// Lands that the tests of erosion share.

#include <cmath>
#include <cstdint>

#include "base/rng.h"
#include "data/heightmap.h"

namespace weald::test {

/// Independent heights between 0 and `amplitude`, metres.
inline Heightmap random_land(int width, int height, double cell_size, double amplitude) {
  Heightmap map(GridSpec{width, height, cell_size, {0, 0}});
  const Rng rng(1);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      map.heights.at(x, y) =
          static_cast<float>(amplitude * rng.uniform(static_cast<unsigned>(x), static_cast<unsigned>(y)));
    }
  }
  return map;
}

/// Hills of several sizes up to `amplitude` metres, the same land at every cell size.
inline Heightmap hilly_land(int width, int height, double cell_size, double amplitude) {
  Heightmap map(GridSpec{width, height, cell_size, {0, 0}});
  double wavelength = 640;
  double share = 0.5;
  for (std::uint64_t octave = 0; octave < 6; ++octave) {
    const Rng rng(octave);
    const auto corner = [&](double x, double y) {
      return rng.uniform(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
    };
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const double px = x * cell_size / wavelength + 7.3;
        const double py = y * cell_size / wavelength + 3.1;
        const double ix = std::floor(px);
        const double iy = std::floor(py);
        const auto fade = [](double t) { return t * t * (3 - 2 * t); };
        const double u = fade(px - ix);
        const double v = fade(py - iy);
        const double north = corner(ix, iy) * (1 - u) + corner(ix + 1, iy) * u;
        const double south = corner(ix, iy + 1) * (1 - u) + corner(ix + 1, iy + 1) * u;
        map.heights.at(x, y) += static_cast<float>(amplitude * share * (north * (1 - v) + south * v));
      }
    }
    wavelength /= 2;
    share /= 2;
  }
  return map;
}

/// Sum of all heights.
inline double total_height(const Heightmap& map) {
  double sum = 0;
  for (const float h : map.heights.values()) sum += h;
  return sum;
}

}  // namespace weald::test
