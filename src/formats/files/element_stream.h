#pragma once
// Writing many small elements: they are made in parallel, a few pieces at a time, and appended in order.

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

/// Which share of the progress of a file is told while elements are written, 0 to 1.
struct ProgressShare {
  double from = 0, to = 1;
};

/// Writes all elements of all parts, in order; part k has `counts[k]` of them. No more than some ten thousand elements
/// are held at a time. Errors: what `make` throws, the first in the order of the file whatever the threads did; what
/// the sink throws; Interrupted.
void stream_elements(std::span<const std::size_t> counts, const MakeElements& make, Sink& sink,
                     const RunContext& context, ProgressShare progress = {});

}  // namespace weald::io
