#include "formats/images/image_writer.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include <libdeflate.h>

#include "base/error.h"
#include "formats/images/detail/png8.h"

namespace {

constexpr int kLevel = 6;

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

void write_grey(int width, int height, const std::vector<std::uint8_t>& samples, Sink& sink) {
  std::string file;
  const auto keep = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  // The size is valid, so the call can fail only for lack of memory.
  if (stbi_write_png_to_func(keep, &file, width, height, 1, samples.data(), width) == 0) throw std::bad_alloc();
  sink.append(file);  // not inside the callback, since stb leaks memory if an exception passes through it
}

void check_size(int width, int height, std::size_t channels) {
  if (width <= 0 || height <= 0) throw StageError("an empty picture cannot be written");
  const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * channels;
  if (bytes >= std::size_t{1} << 30) throw StageError("the picture is too large for a PNG of colours (1 GiB)");
}

}  // namespace

void write_png8(const Image& image, Sink& sink) {
  const auto pixels = image.pixels.values();
  const bool opaque = std::all_of(pixels.begin(), pixels.end(), [](const Rgba8& p) { return p.a == 255; });
  const std::size_t channels = opaque ? 3 : 4;
  check_size(image.pixels.width(), image.pixels.height(), channels);
  std::vector<std::uint8_t> samples(pixels.size() * channels);
  std::uint8_t* out = samples.data();
  for (const Rgba8& p : pixels) {
    *out++ = p.r;
    *out++ = p.g;
    *out++ = p.b;
    if (!opaque) *out++ = p.a;
  }
  write_png8_bands({image.pixels.width(), image.pixels.height(), static_cast<int>(channels), samples}, sink);
}

void write_image_png(const Image& image, Sink& sink) {
  if (image.fine.empty()) return write_png8(image, sink);
  const auto pixels = image.fine.values();
  const bool opaque = std::all_of(pixels.begin(), pixels.end(), [](const Rgba16& p) { return p.a == 65535; });
  const std::size_t channels = opaque ? 3 : 4;
  check_size(image.fine.width(), image.fine.height(), 2 * channels);
  std::vector<std::uint8_t> samples(pixels.size() * channels * 2);
  std::uint8_t* out = samples.data();
  const auto put = [&](std::uint16_t channel) {
    *out++ = static_cast<std::uint8_t>(channel >> 8);
    *out++ = static_cast<std::uint8_t>(channel & 0xFF);
  };
  for (const Rgba16& p : pixels) {
    put(p.r);
    put(p.g);
    put(p.b);
    if (!opaque) put(p.a);
  }
  write_png8_bands({image.fine.width(), image.fine.height(), static_cast<int>(channels), samples, 2}, sink);
}

void write_channel_png(const Image& image, ImageChannel channel, int bits, Sink& sink) {
  const bool is_fine = bits == 16 && !image.fine.empty();
  const int width = image.pixels.width(), height = image.pixels.height();
  check_size(width, height, is_fine ? 2 : 1);
  const auto value = [channel](const auto& p) {
    switch (channel) {
      case ImageChannel::red: return p.r;
      case ImageChannel::green: return p.g;
      case ImageChannel::blue: return p.b;
      case ImageChannel::alpha: break;
    }
    return p.a;
  };
  std::vector<std::uint8_t> samples;
  samples.reserve(image.pixels.values().size() * (is_fine ? 2 : 1));
  if (is_fine) {
    for (const Rgba16& p : image.fine.values()) {
      samples.push_back(static_cast<std::uint8_t>(value(p) >> 8));
      samples.push_back(static_cast<std::uint8_t>(value(p) & 0xFF));
    }
  } else {
    for (const Rgba8& p : image.pixels.values()) samples.push_back(value(p));
  }
  write_png8_bands({width, height, 1, samples, is_fine ? 2 : 1}, sink);
}

void write_preview_png(HeightRows& rows, const HeightEncoding& encoding, Sink& sink) {
  const GridSpec grid = rows.grid();
  check_size(grid.width, grid.height, 1);
  std::vector<std::uint8_t> samples;
  samples.reserve(static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height));
  for_each_quantized(rows, encoding, {}, [&](std::span<const std::uint16_t> levels) {
    for (const std::uint16_t level : levels) samples.push_back(static_cast<std::uint8_t>((level + 128u) / 257u));
  });
  write_grey(grid.width, grid.height, samples, sink);
}

}  // namespace weald::io
