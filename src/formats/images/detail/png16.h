#pragma once
// 16-bit grey PNG: bands of rows are filtered and deflated in parallel, each with the encoding that suits it, and
// joined into one stream. See docs/decisions/0009-png-encoder.md.

#include <cstdint>

#include "base/run_context.h"
#include "data/grid.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Writes `samples`, row 0 on top, as a 16-bit greyscale PNG. The bytes are the same for any thread count.
/// Pre: 1 to 2^31 - 1 columns and rows. Memory: a few MiB per thread. Source: [png-spec], [rfc1950].
void write_png16(const Grid<std::uint16_t>& samples, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
