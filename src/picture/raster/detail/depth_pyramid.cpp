#include "picture/raster/detail/depth_pyramid.h"

#include <algorithm>

#include "base/parallel.h"

namespace weald::render {

void DepthPyramid::measure(const VisibilityBand& band) {
  area_ = {0, band.y0, band.width, band.y1};
  const int rows = band.y1 - band.y0;
  Level tiles{(band.width + kSide - 1) / kSide, (rows + kSide - 1) / kSide, {}};
  tiles.least.assign(static_cast<std::size_t>(tiles.width) * static_cast<std::size_t>(tiles.height), 3e38f);
  parallel_blocks(static_cast<std::size_t>(tiles.height), 1, [&](std::size_t row, std::size_t) {
    float* const least = tiles.least.data() + row * static_cast<std::size_t>(tiles.width);
    const int top = band.y0 + static_cast<int>(row) * kSide, bottom = std::min(top + kSide, band.y1);
    for (int y = top; y < bottom; ++y) {
      for (int x = 0; x < band.width; ++x) {
        const VisibleSample* samples = &band.at(x, y, 0);
        float& tile = least[x / kSide];
        for (int i = 0; i < band.samples; ++i) tile = std::min(tile, samples[i].depth);
      }
    }
  });
  levels_.assign(1, std::move(tiles));
  while (levels_.back().width > 1 || levels_.back().height > 1) {
    const Level& below = levels_.back();
    Level next{(below.width + 1) / 2, (below.height + 1) / 2, {}};
    next.least.reserve(static_cast<std::size_t>(next.width) * static_cast<std::size_t>(next.height));
    for (int y = 0; y < next.height; ++y) {
      for (int x = 0; x < next.width; ++x) {
        const int right = std::min(2 * x + 1, below.width - 1), lower = std::min(2 * y + 1, below.height - 1);
        next.least.push_back(
            std::min({below.at(2 * x, 2 * y), below.at(right, 2 * y), below.at(2 * x, lower), below.at(right, lower)}));
      }
    }
    levels_.push_back(std::move(next));
  }
}

bool DepthPyramid::hides(const PixelRect& pixels, float nearest) const {
  constexpr int kMost = 4;  // squares along a side that are looked up
  if (levels_.empty()) return false;
  int x0 = std::max(pixels.x0, area_.x0) / kSide, x1 = (std::min(pixels.x1, area_.x1) - 1) / kSide;
  int y0 = (std::max(pixels.y0, area_.y0) - area_.y0) / kSide,
      y1 = (std::min(pixels.y1, area_.y1) - 1 - area_.y0) / kSide;
  std::size_t level = 0;
  for (; level + 1 < levels_.size() && std::max(x1 - x0, y1 - y0) >= kMost; ++level) x0 /= 2, x1 /= 2, y0 /= 2, y1 /= 2;
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      if (!(levels_[level].at(x, y) > nearest)) return false;
    }
  }
  return true;
}

}  // namespace weald::render
