#pragma once
// PNG of any depth and kind of colour: bands of rows are filtered and deflated in parallel, each with the encoding that
// suits it, and joined into one stream.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "base/run_context.h"
#include "formats/files/sink.h"

namespace weald::io {

/// The kind of samples of a PNG; the value is the colour type of the format.
enum class PngColour : std::uint8_t { grey = 0, rgb = 2, rgba = 6 };

/// The form of a picture that is not interlaced.
struct PngFormat {
  int width = 0;   ///< pixels
  int height = 0;  ///< pixels
  PngColour colour = PngColour::grey;
  int bits = 8;  ///< per sample: 8 or 16

  std::size_t pixel_bytes() const {
    const std::size_t samples = colour == PngColour::grey ? 1 : colour == PngColour::rgb ? 3 : 4;
    return samples * static_cast<std::size_t>(bits / 8);
  }
  /// Without the filter byte. Pre: the width is at least 0.
  std::size_t row_bytes() const { return pixel_bytes() * static_cast<std::size_t>(width); }
};

/// Writes the rows [first, first + count) of a picture to `bytes` as an unfiltered file has them: one pixel after the
/// other, samples of 16 bits with the high byte first. `bytes` has PngFormat::row_bytes() for each row.
using ReadPngRows = std::function<void(int first, int count, std::span<std::uint8_t> bytes)>;

/// Writes a picture, row 0 on top. `read` is called for consecutive rows, some megabytes at a time. The bytes are the
/// same for any thread count; they depend on the version of libdeflate. Memory: about 24 MiB, or more if a row has more
/// than 1 MiB. Pre: at least one pixel. Source: [png-spec], [rfc1950].
void write_png(const PngFormat& format, const ReadPngRows& read, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
