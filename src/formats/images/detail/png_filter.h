#pragma once
// PNG row filters for 16-bit grey samples and for images of 8 and 16 bits per channel. Source: [png-spec].

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/grid.h"

namespace weald::io {

/// The filter types of the PNG format, with their numbers in the file. `smallest_sum` selects for each row the filter
/// with the smallest sum of absolute differences, which is usually the best.
enum class PngFilter : std::uint8_t { none = 0, sub = 1, up = 2, average = 3, paeth = 4, smallest_sum = 255 };

/// Writes the filtered rows [first, first + count) of `samples` to `out`, each after its filter byte. Pre: the size of
/// `out` is count * (1 + 2 * width).
void filter_rows(const Grid<std::uint16_t>& samples, int first, int count, PngFilter filter,
                 std::span<std::uint8_t> out);

/// Rows of pixels as in the file, one pixel after the other: width * height * channels * sample_bytes bytes; 16-bit
/// samples are big-endian.
struct PixelRows {
  int width = 0;
  int height = 0;
  int channels = 3;  ///< 1, 3 or 4
  std::span<const std::uint8_t> bytes;
  int sample_bytes = 1;  ///< of each channel: 1 or 2

  /// Bytes of a row. Pre: width is at least 0.
  std::size_t row_bytes() const {
    return static_cast<std::size_t>(channels) * static_cast<std::size_t>(sample_bytes) *
           static_cast<std::size_t>(width);
  }
};

/// Writes the filtered rows [first, first + count) of a picture to `out`, each after its filter byte. Pre: the size of
/// `out` is count * (1 + row_bytes()).
void filter_rows(const PixelRows& rows, int first, int count, PngFilter filter, std::span<std::uint8_t> out);

}  // namespace weald::io
