#pragma once
// Image: 8 bits per channel, RGBA, sRGB-encoded colour, row 0 on top.

#include <algorithm>
#include <cstdint>

#include "core/clamped.h"
#include "core/grid.h"
#include "core/vec.h"

namespace weald {

/// A pixel, or the colour of a vertex; alpha 255 is opaque.
struct Rgba8 {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 255;
  bool operator==(const Rgba8&) const = default;
};

/// An sRGB colour from 0 to 1 rounded to 8 bits, opaque; values outside are clamped.
inline Rgba8 to_rgba8(const Vec3& colour) {
  const auto channel = [](double v) {
    return static_cast<std::uint8_t>(static_cast<int>(clamped(v, 0.0, 1.0) * 255 + 0.5));
  };
  return {channel(colour.x), channel(colour.y), channel(colour.z), 255};
}

struct Image {
  Grid<Rgba8> pixels;
};

/// The alpha of every pixel in all four channels: programs read opacity from the green, from the alpha, or from the
/// mean of such a picture.
inline Image opacity_of(const Image& image) {
  Image mask{Grid<Rgba8>(image.pixels.width(), image.pixels.height())};
  std::ranges::transform(image.pixels.values(), mask.pixels.values().begin(), [](const Rgba8& pixel) {
    return Rgba8{pixel.a, pixel.a, pixel.a, pixel.a};
  });
  return mask;
}

}  // namespace weald
