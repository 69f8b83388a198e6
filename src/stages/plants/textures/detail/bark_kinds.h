#pragma once
// The kinds of bark as functions of a place in a tile.

#include <cstdint>
#include <functional>

#include "base/math/vec.h"
#include "stages/plants/textures/bark_texture.h"

namespace weald::texture {

/// A place of bark.
struct BarkPoint {
  float height = 0;  ///< 0 deepest furrow, 1 highest ridge
  float crack = 0;   ///< share of the cracks' colour
  float patch = 0;   ///< share of the patches' colour
  float tone = 0;    ///< brightness: share by which it is lighter or darker
};

/// The defaults of a kind of bark.
struct BarkStyle {
  double depth = 0.01;  ///< metres
  int count = 6;
  Vec3 colour{0.4}, patch_colour{0.5}, crack_colour{0.2};
};

/// The style of a kind.
BarkStyle bark_style(BarkKind kind);

/// Bark at (x, y), in tiles: (1, 1) is one tile to the right and one up.
using BarkField = std::function<BarkPoint(float x, float y)>;

/// The bark of a kind with `count` ridges, plates or rings; `tall` is the height of a tile by its width.
BarkField bark_field(BarkKind kind, int count, double tall, std::uint64_t seed);

}  // namespace weald::texture
