#pragma once
// Rounds of copies: what is computed for each copy on several threads, and collected in order on one.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/parallel.h"
#include "base/run_context.h"

namespace weald::scene {

/// What a loop reports of the work of its stage, 0 to 1.
struct ProgressRange {
  double from = 0, to = 1;
};

/// Calls take(i, make(i)) for every i below `count`: make() on several threads, and take() on this one in ascending
/// order. Only some ten thousand results are in memory at a time. Errors: those of make(), of which the first in order
/// is thrown; those of take(); Interrupted.
template <class Make, class Take>
void in_rounds(std::size_t count, const Make& make, const Take& take, const RunContext& context,
               const ProgressRange& progress) {
  constexpr std::size_t kRound = 65536, kBlock = 4096;
  std::vector<decltype(make(std::size_t{0}))> made(std::min(count, kRound));
  for (std::size_t first = 0; first < count; first += kRound) {
    const std::size_t size = std::min(kRound, count - first);
    parallel_blocks(size, kBlock, [&](std::size_t begin, std::size_t end) {
      context.check_stop();
      for (std::size_t i = begin; i < end; ++i) made[i] = make(first + i);
    });
    for (std::size_t i = 0; i < size; ++i) take(first + i, made[i]);
    const double done = static_cast<double>(first + size) / static_cast<double>(count);
    context.progress(progress.from + (progress.to - progress.from) * done);
  }
}

}  // namespace weald::scene
