#pragma once
// Image: 8 bits per channel, RGBA, sRGB-encoded colour, row 0 on top.

#include <cstdint>

#include "core/grid.h"

namespace weald {

struct Rgba8 {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 255;
  bool operator==(const Rgba8&) const = default;
};

struct Image {
  Grid<Rgba8> pixels;
};

}  // namespace weald
