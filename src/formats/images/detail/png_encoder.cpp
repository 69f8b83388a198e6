#include "formats/images/detail/png_encoder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include <libdeflate.h>
#include <zlib.h>

#include "base/check.h"
#include "base/parallel.h"
#include "formats/images/detail/deflate.h"

namespace weald::io {

namespace {

/// The filter types of the PNG format, with their numbers in the file. `smallest_sum` selects for each row the filter
/// with the smallest sum of absolute differences, which is usually the best where samples have 8 bits.
enum class PngFilter : std::uint8_t { none = 0, sub = 1, up = 2, average = 3, paeth = 4, smallest_sum = 255 };

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

/// The filtered rows, each after its filter byte. `rows`: the row above the first, which is zeros at the top of a
/// picture, and the rows themselves, as in an unfiltered file; `row_bytes` each, with `pixel_bytes` per pixel. Pre: the
/// size of `rows` is a multiple of row_bytes, and row_bytes one of pixel_bytes.
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

/// Appends `value` to `out`, the highest byte first.
void put_big_endian(std::vector<std::uint8_t>& out, std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append_bytes(Sink& sink, std::span<const std::uint8_t> bytes) {
  sink.append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// Appends a chunk: length, type (four letters), `data`, checksum of type and data. Pre: less than 2^31 bytes.
void append_png_chunk(Sink& sink, std::string_view type, std::span<const std::uint8_t> data) {
  WEALD_CHECK(type.size() == 4 && data.size() < std::size_t{1} << 31);
  std::vector<std::uint8_t> head, tail;
  put_big_endian(head, static_cast<std::uint32_t>(data.size()));
  head.insert(head.end(), type.begin(), type.end());
  std::uint32_t checksum = libdeflate_crc32(0, type.data(), type.size());
  if (!data.empty()) checksum = libdeflate_crc32(checksum, data.data(), data.size());  // it returns 0 for null
  put_big_endian(tail, checksum);
  append_bytes(sink, head);
  append_bytes(sink, data);
  append_bytes(sink, tail);
}

/// Appends the signature and the header chunk of a picture. Source: [png-spec].
void append_png_start(Sink& sink, const PngFormat& format) {
  append_bytes(sink, std::array<std::uint8_t, 8>{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
  std::vector<std::uint8_t> header;
  put_big_endian(header, static_cast<std::uint32_t>(format.width));
  put_big_endian(header, static_cast<std::uint32_t>(format.height));
  // then: deflate, the five filters, not interlaced
  header.insert(header.end(),
                {static_cast<std::uint8_t>(format.bits), static_cast<std::uint8_t>(format.colour), 0, 0, 0});
  append_png_chunk(sink, "IHDR", header);
}

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kBandBytes = std::size_t{1} << 20;   // of unfiltered rows
constexpr std::size_t kTrialBytes = std::size_t{1} << 15;  // of a band, encoded to choose its encoding
constexpr std::size_t kBandsAtOnce = 8;

constexpr int kQuickLevel = 1;  // the best as well for noise, whose few matches are not worth a search
constexpr int kDenseLevel = 7;
// The dense level must save this share of the bytes, since it takes up to six times as long.
constexpr double kDenseShare = 0.96;

constexpr std::array kFilters{PngFilter::none, PngFilter::smallest_sum, PngFilter::paeth,
                              PngFilter::up,   PngFilter::sub,          PngFilter::average};
constexpr std::size_t kPromisingFilters = 2;

struct Encoding {
  PngFilter filter = PngFilter::up;
  int level = kQuickLevel;
};

/// A part of the stream of the picture.
struct EncodedBand {
  Bytes stream;
  std::uint32_t adler = 1;
  std::size_t size = 0;  // of the filtered rows
};

/// Encodes a picture, some bands at a time.
class PngEncoder {
 public:
  PngEncoder(const PngFormat& format, const ReadPngRows& read, Sink& sink)
      : format_(format), read_(read), sink_(sink), row_bytes_(format.row_bytes()) {
    const auto height = static_cast<std::size_t>(format.height);
    band_rows_ = std::clamp<std::size_t>(kBandBytes / row_bytes_, 1, height);
    rows_at_once_ = std::min(kBandsAtOnce * band_rows_, height);
    rows_.resize((1 + rows_at_once_) * row_bytes_);
  }

  void write(const RunContext& context) {
    append_png_start(sink_, format_);
    const auto height = static_cast<std::size_t>(format_.height);
    for (std::size_t first = 0; first < height; first += rows_at_once_) {
      context.progress(static_cast<double>(first) / static_cast<double>(height));
      const std::size_t count = std::min(rows_at_once_, height - first);
      read_(static_cast<int>(first), static_cast<int>(count), std::span(rows_).subspan(row_bytes_, count * row_bytes_));
      encode(first, count);
      std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(count * row_bytes_), row_bytes_, rows_.begin());
    }
    append_png_chunk(sink_, "IEND", {});
  }

 private:
  /// Encodes the rows that were read, and appends them to the file.
  void encode(std::size_t first, std::size_t count) {
    std::array<EncodedBand, kBandsAtOnce> bands;
    const std::size_t used = (count + band_rows_ - 1) / band_rows_;
    const std::size_t left = static_cast<std::size_t>(format_.height) - first;
    parallel_blocks(used, 1, [&](std::size_t i, std::size_t) {
      const std::size_t at = i * band_rows_, size = std::min(band_rows_, count - at);
      bands[i] = encode_band(std::span(rows_).subspan(at * row_bytes_, (1 + size) * row_bytes_), at + size == left);
    });
    for (std::size_t i = 0; i < used; ++i) {
      auto& [stream, adler, size] = bands[i];
      adler_ = static_cast<std::uint32_t>(adler32_combine(adler_, adler, static_cast<z_off_t>(size)));
      if (first == 0 && i == 0) stream.insert(stream.begin(), {0x78, 0x5E});  // zlib header: 32 KiB window, fast
      if (i + 1 == used && count == left) put_big_endian(stream, adler_);
      append_png_chunk(sink_, "IDAT", stream);
    }
  }

  EncodedBand encode_band(std::span<const std::uint8_t> rows, bool is_last) const {
    const Encoding encoding = best_encoding(rows);
    const Bytes filtered = filter_rows(rows, row_bytes_, format_.pixel_bytes(), encoding.filter);
    return {Deflater(encoding.level).piece(filtered, is_last), libdeflate_adler32(1, filtered.data(), filtered.size()),
            filtered.size()};
  }

  /// Finds the encoding of a band by compressing a few rows from its middle. Estimates from single bytes, such as the
  /// smallest sum of differences, fail for 16 bits: noise in the low bytes dominates the high bytes.
  Encoding best_encoding(std::span<const std::uint8_t> rows) const {
    const std::size_t count = rows.size() / row_bytes_ - 1;
    const std::size_t tried = std::clamp<std::size_t>(kTrialBytes / row_bytes_, 1, count);
    const auto sample = rows.subspan((count - tried) / 2 * row_bytes_, (1 + tried) * row_bytes_);
    const auto size_by = [&](const Deflater& deflater, PngFilter filter) {
      return deflater.piece(filter_rows(sample, row_bytes_, format_.pixel_bytes(), filter), true).size();
    };
    const Deflater quick(kQuickLevel), dense(kDenseLevel);
    std::array<std::pair<std::size_t, PngFilter>, kFilters.size()> sizes;
    for (std::size_t i = 0; i < kFilters.size(); ++i) sizes[i] = {size_by(quick, kFilters[i]), kFilters[i]};
    std::ranges::stable_sort(sizes, {}, &std::pair<std::size_t, PngFilter>::first);
    Encoding best{sizes[0].second, kQuickLevel};
    double least = kDenseShare * static_cast<double>(sizes[0].first);
    for (std::size_t i = 0; i < kPromisingFilters; ++i) {
      const auto size = static_cast<double>(size_by(dense, sizes[i].second));
      if (size >= least) continue;
      least = size;
      best = {sizes[i].second, kDenseLevel};
    }
    return best;
  }

  const PngFormat& format_;
  const ReadPngRows& read_;
  Sink& sink_;
  std::size_t row_bytes_, band_rows_ = 1, rows_at_once_ = 1;
  Bytes rows_;  // the row above those that are being encoded, then these
  std::uint32_t adler_ = 1;
};

}  // namespace

void write_png(const PngFormat& format, const ReadPngRows& read, Sink& sink, const RunContext& context) {
  WEALD_CHECK(format.width > 0 && format.height > 0);
  PngEncoder(format, read, sink).write(context);
}

}  // namespace weald::io
