#pragma once
// PNG of any depth and kind of colour: bands of rows are filtered and deflated in parallel, each with the encoding that
// suits it, and joined into one stream.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "base/run_context.h"
#include "formats/files/sink.h"
#include "formats/images/detail/png_chunk.h"

namespace weald::io {

/// Writes the rows [first, first + count) of a picture to `bytes` as an unfiltered file has them: one pixel after the
/// other, samples of 16 bits with the high byte first. `bytes` has PngFormat::row_bytes() for each row.
using ReadPngRows = std::function<void(int first, int count, std::span<std::uint8_t> bytes)>;

/// Writes a picture, row 0 on top. `read` is called for consecutive rows, some megabytes at a time. The bytes are the
/// same for any thread count; they depend on the version of libdeflate. Memory: about 24 MiB, or more if a row has more
/// than 1 MiB. Pre: at least one pixel. Source: [png-spec], [rfc1950].
void write_png(const PngFormat& format, const ReadPngRows& read, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
