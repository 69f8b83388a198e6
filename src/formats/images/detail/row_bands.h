#pragma once
// Bands of rows: how the writers of samples read a heightmap.

#include <algorithm>
#include <cstdint>

#include "base/run_context.h"
#include "data/heightmap.h"

namespace weald::io {

/// Calls use(first, count) for the rows of a grid, some megabytes at a time, and reports the progress.
template <class Use>
void for_each_rows(const GridSpec& grid, const RunContext& context, const Use& use) {
  constexpr std::int64_t kSamplesAtOnce = std::int64_t{1} << 21;
  const int at_once = static_cast<int>(std::clamp<std::int64_t>(kSamplesAtOnce / grid.width, 1, grid.height));
  for (int first = 0; first < grid.height; first += at_once) {
    context.progress(static_cast<double>(first) / grid.height);
    use(first, std::min(at_once, grid.height - first));
  }
}

/// Throws StageError for a grid without samples.
void refuse_empty(const GridSpec& grid);

}  // namespace weald::io
