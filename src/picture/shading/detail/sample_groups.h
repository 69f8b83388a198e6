#pragma once
// Groups the samples of pixels by the triangles that they see.

#include <array>
#include <cstdint>

#include "picture/raster/visibility.h"

namespace weald::render {

/// The samples of a pixel, grouped by their triangles. Groups are in the order of their first samples.
struct SampleGroups {
  int count = 0;
  std::array<std::uint16_t, SamplePattern::kMaxCount> sets;  ///< per group: bit i is set if it holds sample i
};

/// Groups the samples of `pixels` neighbouring pixels with `samples` samples each. `first` is the first one's first
/// sample; each pixel has sample_room(samples) slots. Pre: 1 <= samples <= SamplePattern::kMaxCount.
void group_samples(const VisibleSample* first, int samples, int pixels, SampleGroups* groups);

}  // namespace weald::render
