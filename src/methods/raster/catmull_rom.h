#pragma once
// Weights of cubic interpolation between samples. Source: [keys1981].

#include <array>

namespace weald::raster {

/// Weights of four samples for a place between the middle two, at the share `t` of the way from the second to the third
/// (0 <= t <= 1): Catmull-Rom, which reproduces polynomials of degree two.
inline std::array<double, 4> catmull_rom_weights(double t) {
  return {((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2, (t - 1) * t * t / 2};
}
/// Weights of four samples in single precision, as above.
inline std::array<float, 4> catmull_rom_weights(float t) {
  return {t * (-0.5f + t * (1.0f - 0.5f * t)), 1.0f + t * t * (-2.5f + 1.5f * t), t * (0.5f + t * (2.0f - 1.5f * t)),
          t * t * (-0.5f + 0.5f * t)};
}

}  // namespace weald::raster
