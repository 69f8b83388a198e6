#include "formats/images/apng.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/parallel.h"
#include "formats/images/detail/deflate.h"
#include "formats/images/detail/png_chunk.h"
#include "formats/images/detail/png_filter.h"

namespace weald::io {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kFrameLevel = 8;

/// The smallest rectangle outside which both pictures are equal. For equal pictures, the first pixel, since no frame
/// may be empty.
Region changed_region(const Image& before, const Image& after) {
  const int width = after.pixels.width(), height = after.pixels.height();
  int x0 = width, x1 = -1, y0 = height, y1 = -1;
  for (int y = 0; y < height; ++y) {
    const auto a = before.pixels.row(y), b = after.pixels.row(y);
    const auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin());
    if (first == a.end()) continue;
    const auto last = std::mismatch(a.rbegin(), a.rend(), b.rbegin()).first;
    x0 = std::min(x0, static_cast<int>(first - a.begin()));
    x1 = std::max(x1, static_cast<int>(a.rend() - last) - 1);
    y0 = std::min(y0, y);
    y1 = y;
  }
  return x1 < 0 ? Region{0, 0, 1, 1} : Region{x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

/// The rows of a region as an unfiltered file has them, below a row of zeros.
Bytes rows_of(const Image& image, const Region& region, const PngFormat& format) {
  Bytes rows(format.row_bytes());
  rows.reserve(format.row_bytes() * (1 + static_cast<std::size_t>(region.height)));
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x) {
      const Rgba8& p = image.pixels.at(x, y);
      rows.insert(rows.end(), {p.r, p.g, p.b});
      if (format.colour == PngColour::rgba) rows.push_back(p.a);
    }
  }
  return rows;
}

/// The filtered rows as a zlib stream. Both filtered and unfiltered rows are tried: flat drawings repeat and are
/// smallest without filters, shaded pictures need them.
Bytes packed_rows(const Bytes& rows, const PngFormat& format) {
  constexpr std::array kFilters{PngFilter::smallest_sum, PngFilter::none};
  std::array<Bytes, kFilters.size()> packed;
  parallel_blocks(kFilters.size(), 1, [&](std::size_t i, std::size_t) {
    packed[i] =
        Deflater(kFrameLevel).zlib_stream(filter_rows(rows, format.row_bytes(), format.pixel_bytes(), kFilters[i]));
  });
  return std::move(packed[packed[1].size() < packed[0].size() ? 1 : 0]);
}

}  // namespace

ApngWriter::ApngWriter(const AnimationFormat& format, Sink& sink) : format_(format), sink_(sink) {
  WEALD_CHECK(format.frames >= 1);
  if (format.width <= 0 || format.height <= 0) throw StageError("an empty picture cannot be written");
  const std::size_t pixels = static_cast<std::size_t>(format.width) * static_cast<std::size_t>(format.height);
  if (pixels * (format.opaque ? 3 : 4) >= std::size_t{1} << 30)
    throw StageError("the picture is too large for an 8-bit PNG (1 GiB)");
  append_png_start(sink, {format.width, format.height, format.opaque ? PngColour::rgb : PngColour::rgba});
  Bytes control;
  put_big_endian(control, static_cast<std::uint32_t>(format.frames));
  put_big_endian(control, format.plays);
  append_png_chunk(sink, "acTL", control);
}

void ApngWriter::add(const Image& frame, FrameDelay delay) {
  WEALD_CHECK(written_ < format_.frames && delay.denominator != 0);
  if (frame.pixels.width() != format_.width || frame.pixels.height() != format_.height)
    throw StageError("the frames of an animation must all have the same size");
  const Region all{0, 0, format_.width, format_.height};
  const Region region = written_ == 0 ? all : changed_region(before_, frame);
  write_control(region, delay);
  write_data(region, frame);
  before_ = frame;
  if (++written_ == format_.frames) append_png_chunk(sink_, "IEND", {});
}

void ApngWriter::write_control(const Region& region, FrameDelay delay) {
  Bytes chunk;
  put_big_endian(chunk, sequence_++);
  for (const int number : {region.width, region.height, region.x, region.y})
    put_big_endian(chunk, static_cast<std::uint32_t>(number));
  put_big_endian16(chunk, delay.numerator);
  put_big_endian16(chunk, delay.denominator);
  chunk.insert(chunk.end(), {0, 0});  // the frame is kept, and the next frame overwrites the pixels that it covers
  append_png_chunk(sink_, "fcTL", chunk);
}

void ApngWriter::write_data(const Region& region, const Image& frame) {
  Bytes chunk;
  if (written_ > 0) put_big_endian(chunk, sequence_++);
  const PngFormat format{region.width, region.height, format_.opaque ? PngColour::rgb : PngColour::rgba};
  const Bytes packed = packed_rows(rows_of(frame, region, format), format);
  chunk.insert(chunk.end(), packed.begin(), packed.end());
  append_png_chunk(sink_, written_ > 0 ? "fdAT" : "IDAT", chunk);
}

void write_apng(std::span<const Image> frames, std::span<const FrameDelay> delays, Sink& sink) {
  WEALD_CHECK(!frames.empty() && (delays.size() == 1 || delays.size() == frames.size()));
  const bool opaque = std::ranges::all_of(frames, [](const Image& frame) {
    return std::ranges::all_of(frame.pixels.values(), [](const Rgba8& p) { return p.a == 255; });
  });
  ApngWriter writer(
      {frames.front().pixels.width(), frames.front().pixels.height(), static_cast<int>(frames.size()), opaque}, sink);
  for (std::size_t i = 0; i < frames.size(); ++i) writer.add(frames[i], delays[delays.size() == 1 ? 0 : i]);
}

}  // namespace weald::io
