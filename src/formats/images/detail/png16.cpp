#include "formats/images/detail/png16.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/parallel.h"
#include "formats/images/detail/deflate.h"
#include "formats/images/detail/png_chunk.h"
#include "formats/images/detail/png_filter.h"

namespace weald::io {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kBandBytes = std::size_t{1} << 20;      // of filtered samples
constexpr std::size_t kTrialBytes = kBandBytes / 32;          // bytes of a band that are encoded to choose its encoding
constexpr std::size_t kThoroughBytes = std::size_t{1} << 18;  // for pictures up to this size all encodings are tried
constexpr std::size_t kBandsInDense = 32;
constexpr std::size_t kBandsAtOnce = 8;

struct Encoding {
  PngFilter filter = PngFilter::up;
  DeflateCoder coder = DeflateCoder::fast;
  bool operator==(const Encoding&) const = default;
};

struct Band {
  int first = 0;  // row
  int rows = 0;
  Encoding encoding;
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

/// Compresses a few rows of the band with each encoding that may be best, and returns the one with the smallest result.
/// Estimates from single bytes, such as the minimum sum of differences, fail here: noise in the low bytes dominates the
/// high bytes.
Encoding choose_encoding(const Grid<std::uint16_t>& samples, const Band& band) {
  const bool thorough = row_bytes(samples) * static_cast<std::size_t>(samples.height()) <= kThoroughBytes;
  const auto wanted = static_cast<int>(std::min<std::size_t>(kTrialBytes / row_bytes(samples) + 1, 1u << 30));
  const int rows = thorough ? band.rows : std::min(band.rows, wanted);
  const int first = band.first + (band.rows - rows) / 2;
  DeflateScratch scratch;
  Encoding best;
  std::size_t least = SIZE_MAX;
  const auto attempt = [&](Encoding encoding) {
    const std::size_t size =
        deflate_piece(filtered(samples, first, rows, encoding.filter), encoding.coder, true, scratch).size();
    if (size < least) {
      least = size;
      best = encoding;
    }
  };
  for (const PngFilter filter : {PngFilter::up, PngFilter::average, PngFilter::paeth})
    attempt({filter, DeflateCoder::fast});
  // If the fast coder saves two thirds, the data have enough structure for a longer search.
  const bool structured = least < row_bytes(samples) * static_cast<std::size_t>(rows) / 3;
  if (structured && !thorough) least = SIZE_MAX;  // a few rows favour the fast coder, so its result is not compared
  if (structured || thorough) {
    for (const PngFilter filter : {PngFilter::none, PngFilter::smallest_sum, PngFilter::paeth, PngFilter::up,
                                   PngFilter::sub, PngFilter::average}) {
      attempt({filter, DeflateCoder::dense});
    }
  }
  return best;
}

/// Cuts the picture into bands of about kBandBytes, each with its encoding. Neighbouring bands with the same dense
/// encoding are joined, since each new start increases their size noticeably.
std::vector<Band> plan_bands(const Grid<std::uint16_t>& samples) {
  const auto height = static_cast<std::size_t>(samples.height());
  const std::size_t rows = std::max<std::size_t>(1, kBandBytes / row_bytes(samples));
  std::vector<Band> bands((height + rows - 1) / rows);
  parallel_blocks(bands.size(), 1, [&](std::size_t i, std::size_t) {
    Band& band = bands[i];
    band.first = static_cast<int>(i * rows);
    band.rows = static_cast<int>(std::min(rows, height - i * rows));
    band.encoding = choose_encoding(samples, band);
  });
  std::vector<Band> joined;
  for (const Band& band : bands) {
    const bool joins = !joined.empty() && band.encoding.coder == DeflateCoder::dense &&
                       joined.back().encoding == band.encoding &&
                       static_cast<std::size_t>(joined.back().rows) < kBandsInDense * rows;
    if (joins) {
      joined.back().rows += band.rows;
    } else {
      joined.push_back(band);
    }
  }
  return joined;
}

EncodedBand encode(const Grid<std::uint16_t>& samples, const Band& band) {
  const Bytes rows = filtered(samples, band.first, band.rows, band.encoding.filter);
  const bool is_last = band.first + band.rows == samples.height();
  return {deflate_piece(rows, band.encoding.coder, is_last), adler32(rows), rows.size()};
}

/// Joins the streams of bands, which are given in order, into the stream of the picture.
class StreamWriter {
 public:
  StreamWriter(Sink& sink, std::size_t bands) : sink_(sink), left_(bands) {}

  void write(std::span<EncodedBand> bands) {
    for (EncodedBand& band : bands) {
      adler_ = join_adler32(adler_, band.adler, band.size);
      if (is_first_) band.stream.insert(band.stream.begin(), {0x78, 0x5E});  // zlib header: 32 KiB window, fast
      if (--left_ == 0) put_big_endian(band.stream, adler_);
      append_png_chunk(sink_, "IDAT", band.stream);
      is_first_ = false;
    }
  }

 private:
  Sink& sink_;
  std::size_t left_;
  std::uint32_t adler_ = 1;
  bool is_first_ = true;
};

}  // namespace

void write_png16(const Grid<std::uint16_t>& samples, Sink& sink, const RunContext& context) {
  WEALD_CHECK(samples.width() > 0 && samples.height() > 0);
  append_png_start(sink, samples.width(), samples.height(), 16, PngColour::grey);
  const std::vector<Band> bands = plan_bands(samples);
  StreamWriter writer(sink, bands.size());
  std::array<EncodedBand, kBandsAtOnce> encoded, ready;  // being encoded; waiting to be written
  std::size_t ready_count = 0;
  for (std::size_t first = 0; first < bands.size(); first += kBandsAtOnce) {
    context.progress(static_cast<double>(first) / static_cast<double>(bands.size()));
    const std::size_t count = std::min(kBandsAtOnce, bands.size() - first);
    parallel_blocks(count + 1, 1, [&](std::size_t i, std::size_t) {
      if (i == 0)
        writer.write(std::span(ready).first(ready_count));
      else
        encoded[i - 1] = encode(samples, bands[first + i - 1]);
    });
    std::swap(encoded, ready);
    ready_count = count;
  }
  writer.write(std::span(ready).first(ready_count));
  append_png_chunk(sink, "IEND", {});
}

}  // namespace weald::io
