#include "formats/images/image_writer.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/error.h"
#include "base/parallel.h"
#include "formats/images/detail/png_encoder.h"

namespace weald::io {

namespace {

constexpr std::size_t kPixelRowsOfTask = 16;

/// Writes a sample as PNG has it, and returns the end of its bytes.
std::uint8_t* put_sample(std::uint8_t* out, std::uint8_t sample) {
  *out = sample;
  return out + 1;
}
std::uint8_t* put_sample(std::uint8_t* out, std::uint16_t sample) {
  out[0] = static_cast<std::uint8_t>(sample >> 8);
  out[1] = static_cast<std::uint8_t>(sample & 0xFF);
  return out + 2;
}

/// Writes a PNG of what `put(out, pixel)` writes for each pixel; it returns the end of its bytes.
template <class Pixel, class Put>
void write_pixels(const Grid<Pixel>& pixels, PngColour colour, const Put& put, Sink& sink) {
  if (pixels.empty()) throw StageError("an empty picture cannot be written");
  const PngFormat format{pixels.width(), pixels.height(), colour, static_cast<int>(8 * sizeof(Pixel::r))};
  const auto read = [&](int first, int count, std::span<std::uint8_t> bytes) {
    parallel_blocks(static_cast<std::size_t>(count), kPixelRowsOfTask, [&](std::size_t begin, std::size_t end) {
      std::uint8_t* out = bytes.data() + begin * format.row_bytes();
      for (std::size_t y = begin; y < end; ++y) {
        for (const Pixel& pixel : pixels.row(first + static_cast<int>(y))) out = put(out, pixel);
      }
    });
  };
  write_png(format, read, sink);
}

/// Writes RGB if every pixel is opaque, otherwise RGBA.
template <class Pixel>
void write_colours(const Grid<Pixel>& pixels, Sink& sink) {
  constexpr auto kOpaque = std::numeric_limits<decltype(Pixel::a)>::max();
  const bool opaque = std::ranges::all_of(pixels.values(), [](const Pixel& pixel) { return pixel.a == kOpaque; });
  const auto put = [opaque](std::uint8_t* out, const Pixel& pixel) {
    out = put_sample(put_sample(put_sample(out, pixel.r), pixel.g), pixel.b);
    return opaque ? out : put_sample(out, pixel.a);
  };
  write_pixels(pixels, opaque ? PngColour::rgb : PngColour::rgba, put, sink);
}

template <class Pixel>
void write_channel(const Grid<Pixel>& pixels, ImageChannel channel, Sink& sink) {
  const auto put = [channel](std::uint8_t* out, const Pixel& pixel) {
    switch (channel) {
      case ImageChannel::red: return put_sample(out, pixel.r);
      case ImageChannel::green: return put_sample(out, pixel.g);
      case ImageChannel::blue: return put_sample(out, pixel.b);
      case ImageChannel::alpha: break;
    }
    return put_sample(out, pixel.a);
  };
  write_pixels(pixels, PngColour::grey, put, sink);
}

}  // namespace

void write_png8(const Image& image, Sink& sink) { write_colours(image.pixels, sink); }

void write_image_png(const Image& image, Sink& sink) {
  if (image.bits() == 8) return write_png8(image, sink);
  write_colours(image.fine, sink);
}

void write_channel_png(const Image& image, ImageChannel channel, int bits, Sink& sink) {
  if (bits == 8 || image.bits() == 8) return write_channel(image.pixels, channel, sink);
  write_channel(image.fine, channel, sink);
}

}  // namespace weald::io
