#include "formats/images/detail/png8.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/parallel.h"
#include "formats/images/detail/deflate.h"
#include "formats/images/detail/png_chunk.h"

namespace weald::io {

namespace {

// Large enough for the restart of the stream to have little effect on the size, small enough for one picture to occupy
// all cores.
constexpr std::size_t kPictureBandBytes = std::size_t{1} << 19;

struct PictureBand {
  std::vector<std::uint8_t> stream;
  std::uint32_t adler = 1;
  std::size_t size = 0;  // of the filtered rows
};

PictureBand encode_band(const PixelRows& rows, int first, int count) {
  const std::size_t row_bytes = 1 + rows.row_bytes();
  std::vector<std::uint8_t> filtered(row_bytes * static_cast<std::size_t>(count));
  filter_rows(rows, first, count, PngFilter::smallest_sum, filtered);
  const bool is_last = first + count == rows.height;
  return {deflate_piece(filtered, DeflateCoder::even, is_last), adler32(filtered), filtered.size()};
}

PngColour colour_of(int channels) {
  return channels == 1 ? PngColour::grey : channels == 3 ? PngColour::rgb : PngColour::rgba;
}

}  // namespace

void write_png8_bands(const PixelRows& rows, Sink& sink) {
  WEALD_CHECK(rows.width > 0 && rows.height > 0);
  append_png_start(sink, rows.width, rows.height, static_cast<std::uint8_t>(8 * rows.sample_bytes),
                   colour_of(rows.channels));
  const std::size_t row_bytes = 1 + rows.row_bytes();
  const auto height = static_cast<std::size_t>(rows.height);
  const std::size_t band_rows = std::clamp<std::size_t>(kPictureBandBytes / row_bytes, 1, height);
  std::vector<PictureBand> bands((height + band_rows - 1) / band_rows);
  parallel_blocks(bands.size(), 1, [&](std::size_t i, std::size_t) {
    const std::size_t first = i * band_rows;
    bands[i] = encode_band(rows, static_cast<int>(first), static_cast<int>(std::min(band_rows, height - first)));
  });
  std::uint32_t adler = 1;
  for (std::size_t i = 0; i < bands.size(); ++i) {
    std::vector<std::uint8_t>& stream = bands[i].stream;
    adler = join_adler32(adler, bands[i].adler, bands[i].size);
    if (i == 0) stream.insert(stream.begin(), {0x78, 0x5E});  // zlib header: 32 KiB window, fast
    if (i + 1 == bands.size()) put_big_endian(stream, adler);
    append_png_chunk(sink, "IDAT", stream);
  }
  append_png_chunk(sink, "IEND", {});
}

}  // namespace weald::io
