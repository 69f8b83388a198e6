#pragma once
// The row filters of PNG. Source: [png-spec].

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weald::io {

/// The filter types of the PNG format, with their numbers in the file. `smallest_sum` selects for each row the filter
/// with the smallest sum of absolute differences, which is usually the best where samples have 8 bits.
enum class PngFilter : std::uint8_t { none = 0, sub = 1, up = 2, average = 3, paeth = 4, smallest_sum = 255 };

/// The filtered rows, each after its filter byte. `rows`: the row above the first, which is zeros at the top of a
/// picture, and the rows themselves, as in an unfiltered file; `row_bytes` each, with `pixel_bytes` per pixel. Pre: the
/// size of `rows` is a multiple of row_bytes, and row_bytes one of pixel_bytes.
std::vector<std::uint8_t> filter_rows(std::span<const std::uint8_t> rows, std::size_t row_bytes,
                                      std::size_t pixel_bytes, PngFilter filter);

}  // namespace weald::io
