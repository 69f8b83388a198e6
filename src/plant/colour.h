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
  const auto channel = [](double v) { return static_cast<std::uint8_t>(std::floor(std::clamp(v, 0.0, 1.0) * 255 + 0.5)); };
  return {channel(colour.x), channel(colour.y), channel(colour.z), 255};
}

/// Four independent uniform numbers in [0, 1) for position (a, b), 32 bits each.
inline std::array<double, 4> four_uniforms(const Rng& rng, std::uint64_t a, std::uint64_t b) {
  const auto words = rng.bits(a, b);
  constexpr double kScale = 1.0 / 4294967296.0;
  return {words[0] * kScale, words[1] * kScale, words[2] * kScale, words[3] * kScale};
}

}  // namespace weald::plant
