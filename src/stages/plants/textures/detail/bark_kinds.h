#pragma once
// The kinds of bark, each a function of the position in a tile.

#include <cstdint>
#include <functional>

#include "base/math/vec.h"
#include "stages/plants/textures/bark_texture.h"

namespace weald::texture {

/// Bark at one position.
struct BarkPoint {
  float height = 0;  ///< 0 deepest furrow, 1 highest ridge
  float crack = 0;   ///< share of the cracks' colour
  float patch = 0;   ///< share of the patches' colour
  float tone = 0;    ///< relative brightness, positive: lighter
};

/// Defaults of a kind of bark, used where parameters are unset.
struct BarkStyle {
  double depth = 0.01;  ///< metres
  int count = 6;
  Vec3 colour{0.4}, patch_colour{0.5}, crack_colour{0.2};
};

/// The defaults of a kind.
BarkStyle bark_style(BarkKind kind);

/// Bark at (x, y), in tiles: (1, 1) lies one tile to the right and one tile up.
using BarkField = std::function<BarkPoint(float x, float y)>;

/// Bark of a kind with `count` ridges, plates or rings; `tall` is the ratio of a tile's height to its width.
BarkField bark_field(BarkKind kind, int count, double tall, std::uint64_t seed);

}  // namespace weald::texture
