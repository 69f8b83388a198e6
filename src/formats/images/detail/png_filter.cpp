#include "formats/images/detail/png_filter.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "base/check.h"

namespace weald::io {

namespace {

constexpr std::size_t kGrey16 = 2;  // bytes of a pixel

/// Writes a row as big-endian bytes after one pixel of zeros, which filters use as the left neighbour of the first
/// pixel.
void to_bytes(std::span<const std::uint16_t> row, std::span<std::uint8_t> bytes) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    bytes[kGrey16 + 2 * i] = static_cast<std::uint8_t>(row[i] >> 8);
    bytes[kGrey16 + 2 * i + 1] = static_cast<std::uint8_t>(row[i] & 0xFF);
  }
}

/// Branch-free, so compilers can vectorise it.
std::int16_t paeth(std::int16_t left, std::int16_t up, std::int16_t corner) {
  const auto to_left = static_cast<std::int16_t>(std::abs(up - corner));
  const auto to_up = static_cast<std::int16_t>(std::abs(left - corner));
  const auto to_corner = static_cast<std::int16_t>(std::abs(left + up - 2 * corner));
  const std::int16_t nearer = to_up <= to_corner ? up : corner;
  return to_left <= to_up && to_left <= to_corner ? left : nearer;
}

constexpr std::array kTypes{PngFilter::none, PngFilter::sub, PngFilter::up, PngFilter::average, PngFilter::paeth};

/// Filters a row. `row` and `above` point to the first pixel of kPixel bytes, which one pixel of zeros precedes.
template <std::size_t kPixel>
void filter_row(const std::uint8_t* row, const std::uint8_t* above, std::size_t size, PngFilter filter,
                std::uint8_t* out) {
  switch (filter) {
    case PngFilter::none: std::copy_n(row, size, out); break;
    case PngFilter::sub:
      for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::uint8_t>(row[i] - (row - kPixel)[i]);
      break;
    case PngFilter::up:
      for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::uint8_t>(row[i] - above[i]);
      break;
    case PngFilter::average:
      for (std::size_t i = 0; i < size; ++i) {
        out[i] = static_cast<std::uint8_t>(row[i] - (((row - kPixel)[i] + above[i]) >> 1));
      }
      break;
    case PngFilter::paeth:
      for (std::size_t i = 0; i < size; ++i) {
        out[i] = static_cast<std::uint8_t>(row[i] - paeth((row - kPixel)[i], above[i], (above - kPixel)[i]));
      }
      break;
    case PngFilter::smallest_sum: break;  // not a type; see best_filter
  }
}

/// Sum of the absolute values of the bytes as signed numbers.
std::uint64_t sum_of_differences(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = 0;
  for (const std::uint8_t byte : bytes) sum += byte < 128 ? byte : 256u - byte;
  return sum;
}

template <std::size_t kPixel>
PngFilter best_filter(const std::uint8_t* row, const std::uint8_t* above, std::span<std::uint8_t> scratch) {
  PngFilter best = PngFilter::none;
  std::uint64_t least = UINT64_MAX;
  for (const PngFilter type : kTypes) {
    filter_row<kPixel>(row, above, scratch.size(), type, scratch.data());
    const std::uint64_t sum = sum_of_differences(scratch);
    if (sum < least) {
      least = sum;
      best = type;
    }
  }
  return best;
}

/// `count` rows from `first`, each of `size` bytes, and their filter.
struct FilteredRows {
  int first, count;
  std::size_t size;
  PngFilter filter;
};

/// Filters rows that `next_row(y, bytes)` writes after one pixel of zeros. `above` holds the row before the first.
template <std::size_t kPixel, class NextRow>
void filter_all(const FilteredRows& rows, std::vector<std::uint8_t> above, std::uint8_t* next, NextRow&& next_row) {
  const auto [first, count, size, filter] = rows;
  std::vector<std::uint8_t> row(kPixel + size);
  for (int y = first; y < first + count; ++y) {
    next_row(y, std::span(row));
    const std::uint8_t* const pixels = row.data() + kPixel;
    const std::uint8_t* const pixels_above = above.data() + kPixel;
    const PngFilter type =
        filter == PngFilter::smallest_sum ? best_filter<kPixel>(pixels, pixels_above, {next + 1, size}) : filter;
    *next++ = static_cast<std::uint8_t>(type);
    filter_row<kPixel>(pixels, pixels_above, size, type, next);
    next += size;
    row.swap(above);
  }
}

template <std::size_t kPixel>
void filter_bytes(const PixelRows& rows, int first, int count, PngFilter filter, std::span<std::uint8_t> out) {
  const std::size_t size = kPixel * static_cast<std::size_t>(rows.width);
  WEALD_CHECK(out.size() == (size + 1) * static_cast<std::size_t>(count));
  WEALD_CHECK(rows.bytes.size() == size * static_cast<std::size_t>(rows.height));
  const auto copy_row = [&](int y, std::span<std::uint8_t> row) {
    const auto from = rows.bytes.subspan(static_cast<std::size_t>(y) * size, row.size() - kPixel);
    std::copy(from.begin(), from.end(), row.subspan(kPixel).begin());
  };
  std::vector<std::uint8_t> above(kPixel + size);
  if (first > 0) copy_row(first - 1, above);
  filter_all<kPixel>({first, count, size, filter}, std::move(above), out.data(), copy_row);
}

}  // namespace

void filter_rows(const Grid<std::uint16_t>& samples, int first, int count, PngFilter filter,
                 std::span<std::uint8_t> out) {
  const std::size_t size = kGrey16 * static_cast<std::size_t>(samples.width());
  WEALD_CHECK(out.size() == (size + 1) * static_cast<std::size_t>(count));
  std::vector<std::uint8_t> above(kGrey16 + size);
  if (first > 0) to_bytes(samples.row(first - 1), above);
  filter_all<kGrey16>({first, count, size, filter}, std::move(above), out.data(),
                      [&](int y, std::span<std::uint8_t> row) { to_bytes(samples.row(y), row); });
}

void filter_rows(const PixelRows& rows, int first, int count, PngFilter filter, std::span<std::uint8_t> out) {
  WEALD_CHECK(rows.channels == 1 || rows.channels == 3 || rows.channels == 4);
  WEALD_CHECK(first >= 0 && count >= 0 && count <= rows.height - first);
  WEALD_CHECK(rows.sample_bytes == 1 || rows.sample_bytes == 2);
  switch (rows.channels * rows.sample_bytes) {
    case 1: return filter_bytes<1>(rows, first, count, filter, out);
    case 2: return filter_bytes<2>(rows, first, count, filter, out);
    case 3: return filter_bytes<3>(rows, first, count, filter, out);
    case 4: return filter_bytes<4>(rows, first, count, filter, out);
    case 6: return filter_bytes<6>(rows, first, count, filter, out);
    default: return filter_bytes<8>(rows, first, count, filter, out);
  }
}

}  // namespace weald::io
