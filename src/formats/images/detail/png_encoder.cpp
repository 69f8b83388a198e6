#include "formats/images/detail/png_encoder.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <libdeflate.h>
#include <zlib.h>

#include "base/check.h"
#include "base/parallel.h"
#include "formats/images/detail/deflate.h"
#include "formats/images/detail/png_filter.h"

namespace weald::io {

namespace {

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
