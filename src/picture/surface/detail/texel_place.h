#pragma once
// Texel addressing in a repeating picture, for bilinear samples and for its half-size mip levels.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/vec.h"

namespace weald::render {

/// The four texels of a bilinear sample and its interpolation weights towards the second column and row.
struct TexelPlace {
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  float across = 0, down = 0;
};

/// Bilinear footprint of texture coordinates `uv` in `width` by `height` texels. Coordinates that are not finite or
/// exceed 10^9 count as 0.
inline TexelPlace texel_place(const Vec2& uv, int width, int height);

/// Index of the texel that contains `v` on a repeating axis of `count` texels. Coordinates that are not finite or
/// exceed 10^9 count as 0.
inline int texel_at(double v, int count);

/// The cells of an axis that one of several equal parts covers: the index of the first, and the share of the part in
/// each.
struct TexelCover {
  int first = 0, count = 0;
  std::array<float, 4> share{};
};

/// Cells covered by part `index` of `parts` equal parts of an axis of `count` cells. Pre: parts = max(1, count / 2), so
/// that a part covers at most four cells.
TexelCover texel_cover(int count, int parts, int index);

namespace detail {

/// Wraps a coordinate into 0 to 1.
inline double repeated(double v) {
  if (v >= 0.0 && v < 1.0) return v;
  return std::abs(v) < 1e9 ? v - std::floor(v) : 0.0;
}

/// The two texels next to `v` (0 to 1) on a repeating axis of `count` texels, and the interpolation weight of the
/// second.
inline void between(double v, int count, int& first, int& second, float& share) {
  const double x = v * count - 0.5;
  const int cell = x < 0.0 ? -1 : static_cast<int>(x);  // at least -0.5, so this is the floor without a library call
  share = static_cast<float>(x - cell);
  first = cell < 0 ? count - 1 : cell;
  second = first + 1 == count ? 0 : first + 1;
}

}  // namespace detail

inline int texel_at(double v, int count) { return std::min(static_cast<int>(detail::repeated(v) * count), count - 1); }

inline TexelPlace texel_place(const Vec2& uv, int width, int height) {
  TexelPlace result;
  detail::between(detail::repeated(uv.x), width, result.x0, result.x1, result.across);
  detail::between(detail::repeated(-uv.y), height, result.y0, result.y1, result.down);  // rows count from the top
  return result;
}

}  // namespace weald::render
