#include "stages/land/filters/detail/bilateral.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/math/math.h"
#include "stages/land/filters/detail/filter_kernels.h"

namespace weald::filters {

namespace {

constexpr int kTileSide = 128;  // samples; the tile and its surroundings stay in the cache

/// The neighbours within reach, row by row, in a window whose rows are `stride` samples apart.
std::vector<detail::Tap> taps_of(double sigma, std::ptrdiff_t stride) {
  const int reach = bilateral_reach(sigma);
  const double farthest = kBilateralReach * sigma;
  std::vector<detail::Tap> taps;
  for (int y = -reach; y <= reach; ++y) {
    for (int x = -reach; x <= reach; ++x) {
      const double squared = static_cast<double>(x * x + y * y);
      if ((x == 0 && y == 0) || squared > farthest * farthest) continue;
      taps.push_back({y * stride + x, math::exp(-0.5 * squared / (sigma * sigma))});
    }
  }
  return taps;
}

}  // namespace

int bilateral_reach(double sigma) { return static_cast<int>(std::floor(kBilateralReach * sigma)); }

void bilateral(double sigma, double threshold, const FieldWindow& window, const HeightView& heights,
               const TakeRow& take) {
  const GridSpec& grid = window.grid;
  const Region& region = window.out.region;
  const int reach = bilateral_reach(sigma);
  const std::ptrdiff_t stride = std::min(kTileSide, region.width) + 2 * reach;
  const std::vector<detail::Tap> taps = taps_of(sigma, stride);
  const int rows_at_once = std::min(kTileSide, region.height);
  std::vector<float> tile(static_cast<std::size_t>(stride) * static_cast<std::size_t>(rows_at_once + 2 * reach));
  std::vector<double> result(static_cast<std::size_t>(region.width) * static_cast<std::size_t>(rows_at_once));
  for (int top = region.y; top < region.y + region.height; top += rows_at_once) {
    const int rows = std::min(rows_at_once, region.y + region.height - top);
    for (int left = region.x; left < region.x + region.width; left += kTileSide) {
      const int columns = std::min(kTileSide, region.x + region.width - left);
      for (int y = -reach; y < rows + reach; ++y) {
        const float* from = heights.row(std::clamp(top + y, 0, grid.height - 1));
        float* to = tile.data() + (y + reach) * stride;
        for (int x = -reach; x < columns + reach; ++x) to[x + reach] = from[std::clamp(left + x, 0, grid.width - 1)];
      }
      for (int y = 0; y < rows; ++y) {
        double* to = result.data() + static_cast<std::ptrdiff_t>(y) * region.width + (left - region.x);
        detail::bilateral_row(taps, 1 / threshold, tile.data() + (y + reach) * stride + reach,
                              static_cast<std::size_t>(columns), to);
      }
    }
    for (int y = 0; y < rows; ++y) take(top + y, result.data() + static_cast<std::ptrdiff_t>(y) * region.width);
  }
}

}  // namespace weald::filters
