#pragma once
// PNG of images with 8 or 16 bits per channel: bands of rows are filtered and deflated in parallel and joined into one
// stream.

#include "formats/files/sink.h"
#include "formats/images/detail/png_filter.h"

namespace weald::io {

/// Writes a picture of 1 (grey), 3 (RGB) or 4 (RGBA) channels, row 0 on top. For each row, the filter with the smallest
/// sum of absolute differences is chosen. The bytes are the same for any thread count. Pre: at least one pixel. Source:
/// [png-spec], [rfc1950].
void write_png8_bands(const PixelRows& rows, Sink& sink);

}  // namespace weald::io
