#include "render/texel_place.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace weald::render {

namespace {

// `v` on an axis of `count` texels that repeats: two neighbours, and the place between them.
void between(double v, int count, int& first, int& second, float& share) {
  const double x = v * count - 0.5;
  const double floor = std::floor(x);
  share = static_cast<float>(x - floor);
  const int cell = static_cast<int>(floor);  // from -1 to count - 1
  first = cell < 0 ? count - 1 : cell;
  second = first + 1 == count ? 0 : first + 1;
}

double repeated(double v) { return std::abs(v) < 1e9 ? v - std::floor(v) : 0.0; }

}  // namespace

TexelPlace texel_place(const Vec2& uv, int width, int height) {
  TexelPlace result;
  between(repeated(uv.x), width, result.x0, result.x1, result.across);
  between(repeated(-uv.y), height, result.y0, result.y1, result.down);  // rows count from the top
  return result;
}

TexelCover texel_cover(int count, int parts, int index) {
  TexelCover result;
  const std::int64_t begin = std::int64_t{index} * count, end = begin + count;  // in units of 1 / parts of a cell
  result.first = static_cast<int>(begin / parts);
  for (std::int64_t cell = result.first; cell * parts < end; ++cell) {
    const std::int64_t overlap = std::min(end, (cell + 1) * parts) - std::max(begin, cell * parts);
    result.share[static_cast<std::size_t>(result.count++)] = static_cast<float>(overlap) / static_cast<float>(count);
  }
  return result;
}

}  // namespace weald::render
