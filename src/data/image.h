#pragma once
// Image: RGBA with 8 or 16 bits per channel, sRGB-encoded colour, row 0 on top.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/math/clamped.h"
#include "base/math/vec.h"
#include "data/grid.h"

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

/// A pixel with 16 bits per channel; alpha 65535 is opaque.
struct Rgba16 {
  std::uint16_t r = 0;
  std::uint16_t g = 0;
  std::uint16_t b = 0;
  std::uint16_t a = 65535;
  bool operator==(const Rgba16&) const = default;
};

/// Rounded to 8 bits; rounded_to_8(widened_to_16(p)) is p.
inline Rgba8 rounded_to_8(const Rgba16& pixel) {
  const auto channel = [](std::uint16_t v) { return static_cast<std::uint8_t>((v + 128u) / 257u); };
  return {channel(pixel.r), channel(pixel.g), channel(pixel.b), channel(pixel.a)};
}

/// The colour with 16 bits: each channel times 257.
inline Rgba16 widened_to_16(const Rgba8& pixel) {
  const auto channel = [](std::uint8_t v) { return static_cast<std::uint16_t>(v * 257u); };
  return {channel(pixel.r), channel(pixel.g), channel(pixel.b), channel(pixel.a)};
}

/// The position of a picture of a region in the picture of the whole map; both have one pixel per sample.
struct PicturePlace {
  int width = 0;   ///< columns of the whole map
  int height = 0;  ///< its rows
  int x = 0;       ///< column of the first pixel
  int y = 0;       ///< its row
  bool operator==(const PicturePlace&) const = default;
};

/// A picture. Its 8-bit pixels are always available, for code that needs no more. A 16-bit picture has `fine` and,
/// rounded from it, `pixels` (see fine_image).
struct Image {
  Grid<Rgba8> pixels;
  Grid<Rgba16> fine{};  ///< empty: the image has 8 bits per channel; otherwise the same size as `pixels`
  std::optional<PicturePlace> place{};  ///< set for a picture of land that is built for a region

  int bits() const { return fine.empty() ? 8 : 16; }
};

/// An image of 16 bits per channel.
inline Image fine_image(Grid<Rgba16> fine) {
  Image image{Grid<Rgba8>(fine.width(), fine.height(), kUnset), {}};
  std::ranges::transform(fine.values(), image.pixels.values().begin(), [](const Rgba16& p) { return rounded_to_8(p); });
  image.fine = std::move(fine);
  return image;
}

/// The alpha of every pixel in all four channels: programs read opacity from the green channel, from alpha, or from the
/// mean of the channels.
inline Image opacity_of(const Image& image) {
  Image mask{Grid<Rgba8>(image.pixels.width(), image.pixels.height())};
  std::ranges::transform(image.pixels.values(), mask.pixels.values().begin(), [](const Rgba8& pixel) {
    return Rgba8{pixel.a, pixel.a, pixel.a, pixel.a};
  });
  return mask;
}

}  // namespace weald
