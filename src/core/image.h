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

}  // namespace weald
