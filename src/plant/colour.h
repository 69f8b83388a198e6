#pragma once
// Colours of vertices, and several random numbers at once.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/image.h"
#include "core/rng.h"
#include "core/vec.h"

namespace weald::plant {

/// An sRGB colour from 0 to 1, rounded to 8 bits; values outside are clamped.
inline Rgba8 to_rgba(const Vec3& colour) {
  const auto channel = [](double v) {
    return static_cast<std::uint8_t>(std::floor(std::clamp(v, 0.0, 1.0) * 255 + 0.5));
  };
  return {channel(colour.x), channel(colour.y), channel(colour.z), 255};
}

/// What a vertex colour must be to turn `brightest`, the material's colour, into `colour`: renderers multiply the two.
/// Ratios of encoded values stand for ratios of light, as the sRGB curve is close to a power.
inline Rgba8 tint(const Vec3& colour, const Vec3& brightest) {
  return to_rgba(colour / glm::max(brightest, Vec3{1.0 / 255}));
}

/// Four independent uniform numbers in [0, 1) for position (a, b), 32 bits each.
inline std::array<double, 4> four_uniforms(const Rng& rng, std::uint64_t a, std::uint64_t b) {
  const auto words = rng.bits(a, b);
  constexpr double kScale = 1.0 / 4294967296.0;
  return {words[0] * kScale, words[1] * kScale, words[2] * kScale, words[3] * kScale};
}

}  // namespace weald::plant
