#pragma once
// Colour: conversion between sRGB and linear light, tone mapping and ordered dithering.

#include <array>
#include <cstdint>

#include "base/math/vec.h"
#include "data/image.h"

namespace weald::render {

/// Conversion between sRGB codes and linear light through a table of the 256 codes. Source: [iec61966].
class SrgbTable {
 public:
  /// Computes the table with 257 calls of a power function.
  SrgbTable();
  /// Linear light of a code, 0 to 1.
  float linear(std::uint8_t code) const { return linear_[code]; }
  /// Linear light of an sRGB colour with components from 0 to 1.
  Vec3f linear(const Vec3f& srgb) const;
  /// The code of `linear`, which is clamped to 0..1 (NaN counts as 0). The code is rounded up if its fraction exceeds
  /// `threshold` (0 to 1).
  std::uint8_t encode(float linear, float threshold) const;
  /// An opaque pixel of a linear colour, dithered by its position in the picture so that gradients show no banding.
  Rgba8 encode(const Vec3f& linear, int x, int y) const;

 private:
  std::array<float, 257> linear_{};
  std::array<std::uint8_t, 8192> start_{};  // first code to try in the search, by linear light
};

/// Ordered dither threshold of a pixel, in (0, 1), from an 8 x 8 Bayer matrix. Source: [bayer1973].
float dither_threshold(int x, int y);

/// Maps scene light to display light: linear in the midtones, with a soft shoulder towards 1. Monotonic; 0 stays 0.
Vec3f tone_map(const Vec3f& light);

/// Clamps `v` to 0..1; NaN gives 0.
inline float clamp01(float v) { return v > 0.0f ? (v < 1.0f ? v : 1.0f) : 0.0f; }
inline Vec3f clamp01(const Vec3f& v) { return {clamp01(v.x), clamp01(v.y), clamp01(v.z)}; }
/// Linear interpolation: a at t = 0, b at t = 1.
inline Vec3f mix(const Vec3f& a, const Vec3f& b, float t) { return a + (b - a) * t; }
inline float mix(float a, float b, float t) { return a + (b - a) * t; }
/// Cubic step from 0 at `low` to 1 at `high`. Pre: low < high.
inline float smooth_step(float low, float high, float v) {
  const float t = clamp01((v - low) / (high - low));
  return t * t * (3.0f - 2.0f * t);
}

// Inline, because it is called for each channel of each pixel.
inline std::uint8_t SrgbTable::encode(float linear, float threshold) const {
  const float v = clamp01(linear);
  if (v >= 1.0f) return 255;
  std::size_t code = start_[static_cast<std::size_t>(v * static_cast<float>(start_.size()))];
  while (code < 255 && linear_[code + 1] <= v) ++code;
  const float fraction = (v - linear_[code]) / (linear_[code + 1] - linear_[code]);
  return static_cast<std::uint8_t>(code + (code < 255 && fraction > threshold ? 1 : 0));
}

}  // namespace weald::render
