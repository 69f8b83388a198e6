#include "data/masked_rows.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"

namespace weald {

MaskedRows::MaskedRows(HeightRows& heights, HeightRows& mask, float no_data)
    : heights_(heights), mask_(mask), no_data_(no_data) {
  require_same_grid(heights.grid(), mask.grid(), "mask");
}

HeightView MaskedRows::rows(int first, int count) {
  const HeightView heights = heights_.rows(first, count), mask = mask_.rows(first, count);
  const int width = grid().width;
  samples_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(count));
  float* out = samples_.data();
  for (int y = first; y < first + count; ++y) {
    const float* const height = heights.row(y);
    const float* const share = mask.row(y);
    for (int x = 0; x < width; ++x) {
      const bool has_data = share[x] >= kLeastMaskOfData;
      if (has_data && height[x] == no_data_)
        throw StageError(fmt::format("the height in column {}, row {} is {}, which is to mark samples without data: "
                                     "choose another number",
                                     x, y, no_data_),
                         "no_data");
      *out++ = has_data ? height[x] : no_data_;
    }
  }
  return {{0, first, width, count}, samples_.data(), width};
}

HeightRange MaskedRows::range() {
  constexpr int kRowsAtOnce = 64;
  std::optional<HeightRange> range;
  const int height = grid().height;
  for (int y = 0; y < height; y += kRowsAtOnce) {
    rows(y, std::min(kRowsAtOnce, height - y));
    for (const float sample : samples_) {
      if (sample == no_data_) continue;
      if (!range) range = HeightRange{sample, sample};
      range = HeightRange{std::min(range->min, sample), std::max(range->max, sample)};
    }
  }
  return range.value_or(HeightRange{});
}

}  // namespace weald
