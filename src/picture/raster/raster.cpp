#include "picture/raster/raster.h"

#include <numeric>

#include "base/check.h"

namespace weald::render {

namespace {

// Squared distance, in lattice units, between the two closest samples of the tiled pattern (i, i k mod n).
int closest_pair(int n, int k) {
  int best = n * n;
  for (int i = 1; i < n; ++i) {
    const int column = i * k % n;
    const int dy = std::min(i, n - i), dx = std::min(column, n - column);
    best = std::min(best, dx * dx + dy * dy);
  }
  return best;
}

}  // namespace

SamplePattern sample_pattern(int count) {
  WEALD_CHECK(count >= 1 && count <= SamplePattern::kMaxCount);
  int step = 1, best = -1;
  for (int k = 1; k <= count; ++k) {
    if (std::gcd(k, count) != 1) continue;
    const int distance = closest_pair(count, k);
    if (distance > best) {
      best = distance;
      step = k;
    }
  }
  SamplePattern pattern;
  pattern.count = count;
  for (int i = 0; i < count; ++i) {
    const int column = i * step % count;
    pattern.x[static_cast<std::size_t>(i)] = (2 * column + 1) * kSubpixels / (2 * count);
    pattern.y[static_cast<std::size_t>(i)] = (2 * i + 1) * kSubpixels / (2 * count);
  }
  const auto used = pattern.x.begin() + count;
  pattern.min_x = *std::min_element(pattern.x.begin(), used);
  pattern.max_x = *std::max_element(pattern.x.begin(), used);
  return pattern;
}

}  // namespace weald::render
