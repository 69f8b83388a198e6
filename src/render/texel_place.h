#pragma once
// Where texels lie in a picture that repeats, and which of them make a texel of its half-size copy. Internal to
// render/.

#include <array>

#include "core/vec.h"

namespace weald::render {

/// The four texels around a place, and how far it lies from the first towards the others.
struct TexelPlace {
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  float across = 0, down = 0;
};

/// The place of texture coordinates `uv` in `width` by `height` texels. Coordinates that are not finite, or beyond
/// 10^9, count as 0.
TexelPlace texel_place(const Vec2& uv, int width, int height);

/// The cells of an axis that one of several equal parts covers: the first, and the share of the part that lies in each.
struct TexelCover {
  int first = 0, count = 0;
  std::array<float, 4> share{};
};

/// What the `index`-th of `parts` equal parts of an axis of `count` cells covers. Pre: parts = max(1, count / 2), so
/// that a part covers at most four cells.
TexelCover texel_cover(int count, int parts, int index);

}  // namespace weald::render
