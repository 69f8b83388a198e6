#include "formats/images/image_writer.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include <libdeflate.h>

#include "base/error.h"
#include "base/parallel.h"
#include "formats/images/detail/png_encoder.h"

namespace {

constexpr int kLevel = 7;

/// Compressor for stb: libdeflate is faster than stb's own, and its results are smaller. The caller frees the result.
unsigned char* compress_for_stb(unsigned char* data, int size, int* out_size, int /*level*/) {
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(kLevel);
  if (compressor == nullptr) return nullptr;
  const std::size_t bound = libdeflate_zlib_compress_bound(compressor, static_cast<std::size_t>(size));
  auto* out = static_cast<unsigned char*>(std::malloc(bound));
  if (out != nullptr) {
    *out_size =
        static_cast<int>(libdeflate_zlib_compress(compressor, data, static_cast<std::size_t>(size), out, bound));
  }
  libdeflate_free_compressor(compressor);
  return out;
}

}  // namespace

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#define STBIW_ZLIB_COMPRESS compress_for_stb
#include <stb_image_write.h>

namespace weald::io {

namespace {

/// Larger pictures are written by bands: stb holds a picture three times.
constexpr std::size_t kMostBytesForStb = std::size_t{8} << 20;

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

/// Writes a picture of 8 bits per sample by stb_image_write. Pre: `samples` has the bytes of `format`.
void write_by_stb(const PngFormat& format, const std::vector<std::uint8_t>& samples, Sink& sink) {
  std::string file;
  const auto keep = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  // The size is valid, so the call can fail only for lack of memory.
  if (stbi_write_png_to_func(keep, &file, format.width, format.height, static_cast<int>(format.pixel_bytes()),
                             samples.data(), static_cast<int>(format.row_bytes())) == 0)
    throw std::bad_alloc();
  sink.append(file);  // not inside the callback, since stb leaks memory if an exception passes through it
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
  const std::size_t size = format.row_bytes() * static_cast<std::size_t>(format.height);
  if (format.bits > 8 || size > kMostBytesForStb) return write_png(format, read, sink);
  std::vector<std::uint8_t> samples(size);
  read(0, format.height, samples);
  write_by_stb(format, samples, sink);
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
