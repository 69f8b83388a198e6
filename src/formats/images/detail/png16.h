#pragma once
// 16-bit grey PNG: bands of rows are filtered and deflated in parallel, each with the encoding that suits it, and
// joined into one stream. See docs/decisions/0009-png-encoder.md.

#include <cstdint>
#include <functional>

#include "base/run_context.h"
#include "data/grid.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Writes the samples of the rows [first, first + count) of a picture into `samples`, from its row `at` on.
using ReadRows16 = std::function<void(int first, int count, Grid<std::uint16_t>& samples, int at)>;

/// Writes a picture of `width` x `height` samples, row 0 on top, as a 16-bit greyscale PNG. `read` is called for
/// consecutive rows, some megabytes at a time. The bytes are the same for any thread count. Memory: about 24 MiB, or
/// more if a row has more than 1 MiB. Pre: at least one sample. Source: [png-spec], [rfc1950].
void write_png16(int width, int height, const ReadRows16& read, Sink& sink, const RunContext& context = {});

/// Like above, for samples in memory.
void write_png16(const Grid<std::uint16_t>& samples, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
