#include "formats/images/detail/png_filter.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/check.h"

namespace weald::io {

namespace {

constexpr std::array kTypes{PngFilter::none, PngFilter::sub, PngFilter::up, PngFilter::average, PngFilter::paeth};

/// A row and the row above it.
struct RowPair {
  const std::uint8_t* row;
  const std::uint8_t* above;
  std::size_t size, pixel;
};

/// Writes each byte less what `predict` says from its left, upper and upper left neighbours.
template <class Predict>
void subtract(const RowPair& rows, std::uint8_t* out, const Predict& predict) {
  for (std::size_t i = 0; i < rows.pixel; ++i)
    out[i] = static_cast<std::uint8_t>(rows.row[i] - predict(std::int16_t{0}, rows.above[i], std::int16_t{0}));
  const std::uint8_t* const left = rows.row - rows.pixel;
  const std::uint8_t* const corner = rows.above - rows.pixel;
  for (std::size_t i = rows.pixel; i < rows.size; ++i)
    out[i] = static_cast<std::uint8_t>(rows.row[i] - predict(left[i], rows.above[i], corner[i]));
}

/// Branch-free, so compilers can vectorise it.
std::int16_t paeth(std::int16_t left, std::int16_t up, std::int16_t corner) {
  const auto to_left = static_cast<std::int16_t>(std::abs(up - corner));
  const auto to_up = static_cast<std::int16_t>(std::abs(left - corner));
  const auto to_corner = static_cast<std::int16_t>(std::abs(left + up - 2 * corner));
  const std::int16_t nearer = to_up <= to_corner ? up : corner;
  return to_left <= to_up && to_left <= to_corner ? left : nearer;
}

/// Filters a row with one of kTypes.
void filter_row(const RowPair& rows, PngFilter filter, std::uint8_t* out) {
  using Byte = std::int16_t;
  switch (filter) {
    case PngFilter::sub: return subtract(rows, out, [](Byte left, Byte, Byte) { return left; });
    case PngFilter::up: return subtract(rows, out, [](Byte, Byte up, Byte) { return up; });
    case PngFilter::average:
      return subtract(rows, out, [](Byte left, Byte up, Byte) { return static_cast<Byte>((left + up) >> 1); });
    case PngFilter::paeth: return subtract(rows, out, paeth);
    case PngFilter::none:
    case PngFilter::smallest_sum: break;  // the latter is not a type; see best_filter
  }
  std::copy_n(rows.row, rows.size, out);
}

/// Sum of the absolute values of the bytes as signed numbers.
std::uint64_t sum_of_differences(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = 0;
  for (const std::uint8_t byte : bytes) sum += byte < 128 ? byte : 256u - byte;
  return sum;
}

PngFilter best_filter(const RowPair& rows, std::uint8_t* scratch) {
  PngFilter best = PngFilter::none;
  std::uint64_t least = UINT64_MAX;
  for (const PngFilter type : kTypes) {
    filter_row(rows, type, scratch);
    const std::uint64_t sum = sum_of_differences({scratch, rows.size});
    if (sum >= least) continue;
    least = sum;
    best = type;
  }
  return best;
}

}  // namespace

std::vector<std::uint8_t> filter_rows(std::span<const std::uint8_t> rows, std::size_t row_bytes,
                                      std::size_t pixel_bytes, PngFilter filter) {
  WEALD_CHECK(row_bytes > 0 && rows.size() >= row_bytes && rows.size() % row_bytes == 0);
  WEALD_CHECK(pixel_bytes > 0 && row_bytes % pixel_bytes == 0);
  const std::size_t count = rows.size() / row_bytes - 1;
  std::vector<std::uint8_t> filtered((1 + row_bytes) * count);
  std::uint8_t* out = filtered.data();
  for (std::size_t y = 0; y < count; ++y, out += 1 + row_bytes) {
    const std::uint8_t* const above = rows.data() + y * row_bytes;
    const RowPair pair{above + row_bytes, above, row_bytes, pixel_bytes};
    const PngFilter type = filter == PngFilter::smallest_sum ? best_filter(pair, out + 1) : filter;
    *out = static_cast<std::uint8_t>(type);
    filter_row(pair, type, out + 1);
  }
  return filtered;
}

}  // namespace weald::io
