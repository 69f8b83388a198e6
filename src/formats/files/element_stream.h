#pragma once
// Writes many small elements: formats them in parallel, a few blocks at a time, and appends them in order.

#include <cstddef>
#include <functional>
#include <span>

#include "base/run_context.h"
#include "formats/files/sink.h"
#include "formats/files/text_block.h"

namespace weald::io {

/// The elements [begin, end) of a part.
struct ElementRange {
  std::size_t part = 0, begin = 0, end = 0;
};

/// Appends the bytes of a range.
using MakeElements = std::function<void(const ElementRange& range, TextBlock& bytes)>;

/// The share of a file's progress that writing elements reports, 0 to 1.
struct ProgressShare {
  double from = 0, to = 1;
};

/// Writes all elements of all parts, in order; part k has `counts[k]` elements. Only some ten thousand elements are in
/// memory at a time. Errors: those of `make`, of which the first in the order of the file is thrown; those of the sink;
/// Interrupted.
void stream_elements(std::span<const std::size_t> counts, const MakeElements& make, Sink& sink,
                     const RunContext& context, ProgressShare progress = {});

}  // namespace weald::io
