#include "data/height_rows.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/error.h"
#include "data/finite_samples.h"

namespace weald {

namespace {

constexpr std::size_t kRangeLanes = 16;  // independent ranges, which compilers turn into vector instructions

/// Range of `samples`. A zero has no sign in it, so it does not depend on the order of the samples.
HeightRange range_of(const float* samples, std::size_t count) {
  std::array<float, kRangeLanes> low{}, high{};
  low.fill(samples[0]);
  high.fill(samples[0]);
  std::size_t i = 0;
  for (; i + kRangeLanes <= count; i += kRangeLanes) {
    for (std::size_t k = 0; k < kRangeLanes; ++k) {
      const float h = samples[i + k];
      low[k] = h < low[k] ? h : low[k];
      high[k] = high[k] < h ? h : high[k];
    }
  }
  for (; i < count; ++i) {
    low[0] = std::min(low[0], samples[i]);
    high[0] = std::max(high[0], samples[i]);
  }
  return {*std::ranges::min_element(low) + 0.0f, *std::ranges::max_element(high) + 0.0f};
}

}  // namespace

void grow_range(std::optional<HeightRange>& range, const HeightView& view) {
  if (view.region.width <= 0) return;
  for (int y = view.region.y; y < view.region.y + view.region.height; ++y) {
    const HeightRange row = range_of(view.row(y) + view.region.x, static_cast<std::size_t>(view.region.width));
    if (!range) range = row;
    range = HeightRange{std::min(range->min, row.min), std::max(range->max, row.max)};
  }
}

StoredRows::StoredRows(const Heightmap& map) : map_(map) {
  if (const auto fault = first_not_finite(view(map))) throw StageError(fault_of(*fault));
}

HeightView StoredRows::rows(int first, int count) {
  WEALD_DEBUG_CHECK(first >= 0 && count > 0 && first + count <= map_.height());
  return {{0, first, map_.width(), count}, map_.heights.row(first).data(), map_.width()};
}

HeightRange StoredRows::range() {
  std::optional<HeightRange> range;
  grow_range(range, view(map_));
  return range.value_or(HeightRange{});
}

}  // namespace weald
