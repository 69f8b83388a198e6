#pragma once
// Pairs of pictures for FLIP, made by integer arithmetic alone.

#include <cstdint>

#include "data/image.h"

namespace weald::test {

struct PicturePair {
  Image expected, actual;
};

inline constexpr int kFlipWidth = 97, kFlipHeight = 83;
inline constexpr int kFlipPairs = 5;

/// A hash of three numbers, 0 to 255.
inline int grain(int x, int y, int salt) {
  std::uint32_t h = static_cast<std::uint32_t>(x) * 0x9E3779B1u ^ static_cast<std::uint32_t>(y) * 0x85EBCA77u ^
                    static_cast<std::uint32_t>(salt) * 0xC2B2AE3Du;
  h ^= h >> 15;
  h *= 0x2C1B3C6Du;
  h ^= h >> 12;
  return static_cast<int>(h >> 24);
}

inline Rgba8 flip_scene(int x, int y) {
  const bool square = ((x / 12) + (y / 12)) % 2 == 0;
  const int r = (x * 255) / kFlipWidth, g = (y * 255) / kFlipHeight, b = square ? 200 : 40;
  return {static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(b), 255};
}

/// Pair 0: grain; 1: shifted by a pixel; 2: a red spot; 3: channels exchanged; 4: black and white.
inline PicturePair flip_pair(int number) {
  PicturePair pair{{Grid<Rgba8>(kFlipWidth, kFlipHeight)}, {Grid<Rgba8>(kFlipWidth, kFlipHeight)}};
  for (int y = 0; y < kFlipHeight; ++y) {
    for (int x = 0; x < kFlipWidth; ++x) {
      Rgba8 p = flip_scene(x, y), q = p;
      if (number == 0) q.g = static_cast<std::uint8_t>((q.g * 7 + grain(x, y, 1)) / 8);
      if (number == 1) q = flip_scene(x > 0 ? x - 1 : 0, y);
      if (number == 2 && (x - 40) * (x - 40) + (y - 62) * (y - 62) < 9) q = {255, 0, 0, 255};
      if (number == 3) q = {p.b, p.r, p.g, 255};
      if (number == 4) p = {0, 0, 0, 255}, q = {255, 255, 255, 255};
      pair.expected.pixels.at(x, y) = p;
      pair.actual.pixels.at(x, y) = q;
    }
  }
  return pair;
}

}  // namespace weald::test
