#pragma once
// PNG row filters for 16-bit grey samples and for 8-bit colours. Source: [png-spec].

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid.h"

namespace weald::io {

/// The filter types of the PNG format, by their number in the file; and the usual guess at the best one for each row:
/// the one with the smallest sum of absolute differences.
enum class PngFilter : std::uint8_t { none = 0, sub = 1, up = 2, average = 3, paeth = 4, smallest_sum = 255 };

/// Filtered rows [first, first + count) of `samples`, each with its filter byte before it: count * (1 + 2 * width)
/// bytes. Writes them to `out`, whose size must be that.
void filter_rows(const Grid<std::uint16_t>& samples, int first, int count, PngFilter filter,
                 std::span<std::uint8_t> out);

/// Rows of 8-bit samples, one pixel after the other: width * height * channels bytes.
struct PixelRows {
  int width = 0;
  int height = 0;
  int channels = 3;  ///< 3 or 4
  std::span<const std::uint8_t> bytes;
};

/// Rows [first, first + count) of a picture filtered, each with its filter byte before it: count * (1 + channels *
/// width) bytes. Writes them to `out`, whose size must be that.
void filter_rows(const PixelRows& rows, int first, int count, PngFilter filter, std::span<std::uint8_t> out);

}  // namespace weald::io
