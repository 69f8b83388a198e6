#include "formats/images/detail/png16.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/parallel.h"
#include "formats/images/detail/deflate.h"
#include "formats/images/detail/deflate_literals.h"
#include "formats/images/detail/png_chunk.h"
#include "formats/images/detail/png_filter.h"

namespace weald::io {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kBandBytes = std::size_t{1} << 20;      // of filtered samples
constexpr std::size_t kTrialBytes = kBandBytes / 32;          // bytes of a band that are encoded to choose its encoding
constexpr std::size_t kThoroughBytes = std::size_t{1} << 18;  // for pictures up to this size all rows are tried
constexpr std::size_t kBandsAtOnce = 8;
// Literals may be larger by this share than what the fast coder makes of the same data, in seven times the time.
constexpr double kLiteralsShare = 1.04;

constexpr std::array kFilters{PngFilter::none, PngFilter::smallest_sum, PngFilter::paeth,
                              PngFilter::up,   PngFilter::sub,          PngFilter::average};

constexpr std::size_t kPromisingFilters = 2;
constexpr std::size_t kTinyShare = 8;  // of the rows, when encoded

struct Encoding {
  PngFilter filter = PngFilter::up;
  DeflateCoder coder = DeflateCoder::literals;
};

/// Rows of the grid that a band is encoded from.
struct Band {
  int first = 0;
  int rows = 0;
  Encoding encoding{};
  bool is_last = false;  // of the picture
};

struct EncodedBand {
  Bytes stream;
  std::uint32_t adler = 1;
  std::size_t size = 0;  // of the filtered rows
};

std::size_t row_bytes(const Grid<std::uint16_t>& samples) { return 1 + 2 * static_cast<std::size_t>(samples.width()); }

Bytes filtered(const Grid<std::uint16_t>& samples, int first, int rows, PngFilter filter) {
  Bytes bytes(row_bytes(samples) * static_cast<std::size_t>(rows));
  filter_rows(samples, first, rows, filter, bytes);
  return bytes;
}

/// Finds the encoding of a band by compressing a few of its rows. Estimates from single bytes, such as the minimum sum
/// of differences, fail here: noise in the low bytes dominates the high bytes.
class EncodingTrial {
 public:
  EncodingTrial(const Grid<std::uint16_t>& samples, const Band& band, bool is_thorough)
      : samples_(samples), is_thorough_(is_thorough) {
    const auto wanted = static_cast<int>(std::min<std::size_t>(kTrialBytes / row_bytes(samples) + 1, 1u << 30));
    rows_ = is_thorough ? band.rows : std::min(band.rows, wanted);
    first_ = band.first + (band.rows - rows_) / 2;
  }

  Encoding best() {
    for (const PngFilter filter : kFilters) {
      if (filter == PngFilter::smallest_sum) continue;
      note({filter, DeflateCoder::literals},
           static_cast<double>(literal_bits(filtered(samples_, first_, rows_, filter))) / 8);
    }
    const Encoding literals = best_;
    const double literals_size = least_;
    attempt({PngFilter::up, DeflateCoder::fast});
    if (least_ < literals_size) {
      for (const PngFilter filter : {PngFilter::average, PngFilter::paeth}) attempt({filter, DeflateCoder::fast});
    }
    // If two thirds can be saved, the data have enough structure for a longer search. A few rows favour the faster
    // coders, so their results are not compared with its own.
    const bool is_structured = 3 * least_ < static_cast<double>(row_bytes(samples_)) * rows_;
    if (is_structured && !is_thorough_) least_ = 1e300;
    if (is_structured || is_thorough_) {
      for (const PngFilter filter : promising_filters()) attempt({filter, DeflateCoder::dense});
    } else if (literals_size <= kLiteralsShare * least_) {
      return literals;
    }
    return best_;
  }

 private:
  /// The filters that a quick coder does best with: the dense coder takes ten times as long. All of them if nearly
  /// nothing is left, where it is quick, and where the quick one's sizes say little.
  std::vector<PngFilter> promising_filters() {
    std::vector<std::pair<std::size_t, PngFilter>> sizes;
    for (const PngFilter filter : kFilters) {
      const Bytes rows = filtered(samples_, first_, rows_, filter);
      sizes.emplace_back(deflate_piece(rows, DeflateCoder::even, true, scratch_).size(), filter);
    }
    const std::size_t least = std::ranges::min(sizes).first;
    const bool is_tiny = kTinyShare * least < row_bytes(samples_) * static_cast<std::size_t>(rows_);
    if (!is_tiny) std::ranges::stable_sort(sizes, {}, &std::pair<std::size_t, PngFilter>::first);
    std::vector<PngFilter> filters;
    for (const auto& [size, filter] : sizes) filters.push_back(filter);
    if (!is_tiny) filters.resize(kPromisingFilters);
    return filters;
  }

  void attempt(const Encoding& encoding) {
    const Bytes rows = filtered(samples_, first_, rows_, encoding.filter);
    note(encoding, static_cast<double>(deflate_piece(rows, encoding.coder, true, scratch_).size()));
  }
  void note(const Encoding& encoding, double size) {
    if (!(size < least_)) return;
    least_ = size;
    best_ = encoding;
  }

  const Grid<std::uint16_t>& samples_;
  bool is_thorough_;
  int first_ = 0, rows_ = 0;
  DeflateScratch scratch_;
  Encoding best_;
  double least_ = 1e300;
};

/// Encodes a picture, some bands at a time.
class Png16Writer {
 public:
  Png16Writer(int width, int height, const ReadRows16& read, Sink& sink)
      : width_(width), height_(height), read_(read), sink_(sink) {
    const std::size_t bytes = 1 + 2 * static_cast<std::size_t>(width);
    is_thorough_ = bytes * static_cast<std::size_t>(height) <= kThoroughBytes;
    band_rows_ = static_cast<int>(std::clamp<std::size_t>(kBandBytes / bytes, 1, static_cast<std::size_t>(height)));
    // The rows before a band: filters need one, and the dense coder looks further back.
    before_ = static_cast<int>(kDeflateHistory / bytes) + 2;
  }

  void write(const RunContext& context) {
    append_png_start(sink_, width_, height_, 16, PngColour::grey);
    const int rows_at_once = static_cast<int>(
        std::min<std::int64_t>(std::int64_t{band_rows_} * static_cast<std::int64_t>(kBandsAtOnce), height_));
    for (int first = 0; first < height_; first += rows_at_once) {
      context.progress(static_cast<double>(first) / height_);
      const int rows = std::min(rows_at_once, height_ - first);
      read_rows(first, rows);
      plan_bands(first, rows);
      encode_bands();
    }
    join(std::span(ready_).first(ready_count_));
    append_png_chunk(sink_, "IEND", {});
  }

 private:
  /// Reads the next rows behind the last ones of those before.
  void read_rows(int first, int rows) {
    const int kept = std::min({before_, first, filled_});
    // The grid never grows again: the first group is the largest.
    if (group_.empty()) group_ = Grid<std::uint16_t>(width_, std::min(before_, height_) + rows, kUnset);
    for (int y = 0; y < kept; ++y) {
      const auto row = std::as_const(group_).row(filled_ - kept + y);
      std::copy(row.begin(), row.end(), group_.row(y).begin());
    }
    read_(first, rows, group_, kept);
    kept_ = kept;
    filled_ = kept + rows;
  }

  void plan_bands(int first, int rows) {
    if (!bands_.empty()) before_bands_ = bands_.back().encoding;
    bands_.clear();
    for (int row = 0; row < rows; row += band_rows_) {
      const int count = std::min(band_rows_, rows - row);
      bands_.push_back({kept_ + row, count, {}, first + row + count == height_});
    }
    parallel_blocks(bands_.size(), 1, [&](std::size_t i, std::size_t) {
      bands_[i].encoding = EncodingTrial(group_, bands_[i], is_thorough_).best();
    });
  }

  /// Encodes the bands, while those before them are written.
  void encode_bands() {
    parallel_blocks(bands_.size() + 1, 1, [&](std::size_t i, std::size_t) {
      if (i == 0)
        join(std::span(ready_).first(ready_count_));
      else
        encoded_[i - 1] = encode(i - 1);
    });
    std::swap(encoded_, ready_);
    ready_count_ = bands_.size();
  }

  EncodedBand encode(std::size_t index) const {
    const Band& band = bands_[index];
    const Bytes rows = filtered(group_, band.first, band.rows, band.encoding.filter);
    DeflateScratch scratch;
    const Bytes history = band.encoding.coder == DeflateCoder::dense ? history_of(index) : Bytes{};
    return {deflate_piece(rows, band.encoding.coder, band.is_last, scratch, history), adler32(rows), rows.size()};
  }

  /// The end of the filtered rows of the band before.
  Bytes history_of(std::size_t index) const {
    const int first = bands_[index].first;
    const int rows = std::min({first, before_ - 1, band_rows_});
    if (rows <= 0) return {};
    return filtered(group_, first - rows, rows, index == 0 ? before_bands_.filter : bands_[index - 1].encoding.filter);
  }

  /// Appends the streams of bands to the stream of the picture, in order.
  void join(std::span<EncodedBand> bands) {
    for (EncodedBand& band : bands) {
      adler_ = join_adler32(adler_, band.adler, band.size);
      if (rows_joined_ == 0) band.stream.insert(band.stream.begin(), {0x78, 0x5E});  // zlib header: 32 KiB window, fast
      rows_joined_ += band.size / (1 + 2 * static_cast<std::size_t>(width_));
      if (rows_joined_ == static_cast<std::size_t>(height_)) put_big_endian(band.stream, adler_);
      append_png_chunk(sink_, "IDAT", band.stream);
    }
  }

  int width_, height_;
  const ReadRows16& read_;
  Sink& sink_;
  bool is_thorough_ = false;
  int band_rows_ = 1, before_ = 1;
  // kept_ rows that were encoded before, and those that are being encoded; filled_ in all.
  Grid<std::uint16_t> group_;
  int kept_ = 0, filled_ = 0;
  std::vector<Band> bands_;
  Encoding before_bands_;                                  // of the band before these
  std::array<EncodedBand, kBandsAtOnce> encoded_, ready_;  // being encoded; waiting to be written
  std::size_t ready_count_ = 0;
  std::uint32_t adler_ = 1;
  std::size_t rows_joined_ = 0;
};

}  // namespace

void write_png16(int width, int height, const ReadRows16& read, Sink& sink, const RunContext& context) {
  WEALD_CHECK(width > 0 && height > 0);
  Png16Writer(width, height, read, sink).write(context);
}

void write_png16(const Grid<std::uint16_t>& samples, Sink& sink, const RunContext& context) {
  const auto read = [&](int first, int count, Grid<std::uint16_t>& rows, int at) {
    parallel_blocks(static_cast<std::size_t>(count), 64, [&](std::size_t begin, std::size_t end) {
      for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
        const auto row = samples.row(first + y);
        std::copy(row.begin(), row.end(), rows.row(at + y).begin());
      }
    });
  };
  write_png16(samples.width(), samples.height(), read, sink, context);
}

}  // namespace weald::io
