#pragma once
// Small lands with hollows of every kind: rough, nested, level, with ties.

#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"
#include "data/heightmap.h"

namespace weald::test {

/// A kind of land: hills of some wavelengths in steps of some height.
struct HollowLand {
  std::string name;
  double rough = 0;    ///< amplitude of chance at each sample, metres
  double hills = 0;    ///< amplitude of hills, metres
  double length = 10;  ///< wavelength of the hills, samples
  double step = 0;     ///< heights are multiples of it; 0: any height
  double rim = 0;      ///< height of the middle below the borders, metres
};

/// Lands that hollow_land() makes.
inline std::vector<HollowLand> hollow_lands() {
  return {{"rough", 10, 0, 10, 0, 0},         {"hilly", 0.5, 20, 9, 0, 0},   {"smooth", 0, 20, 13, 0, 0},
          {"nested pits", 3, 9, 6, 0, 60},    {"terraces", 4, 9, 8, 1, 20},  {"steps of two", 2, 0, 10, 1, 0},
          {"flat", 0, 0, 10, 0, 0},           {"plateaus", 0, 20, 15, 6, 0}, {"level pits", 1.2, 7, 9, 1, 12},
          {"mostly level", 1.04, 0, 10, 1, 0}};
}

/// A land of `width` x `height` samples of 2 m, by chance of `seed`.
inline Heightmap hollow_land(const HollowLand& land, int width, int height, std::uint64_t seed) {
  Heightmap map(GridSpec{width, height, 2, {0, 0}});
  const Rng rng(seed);
  const double phase = static_cast<double>(seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double across = 2.0 * x / width - 1, down = 2.0 * y / height - 1;
      double at = land.rim * std::max(std::abs(across), std::abs(down));
      at += land.hills * (std::sin(6.2831 * x / land.length + phase) + std::cos(6.2831 * (y + 0.37 * x) / land.length));
      at += land.rough * rng.four_uniforms(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y))[0];
      if (land.step > 0) at = std::floor(at / land.step) * land.step;
      map.heights.at(x, y) = static_cast<float>(at);
    }
  }
  return map;
}

}  // namespace weald::test
