#include "grey_maps.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include <png.h>

#include "core/rng.h"

namespace weald::test {

GreyMap noisy_map(int width, int height, int octaves, std::uint64_t seed) {
  GreyMap map(width, height);
  const Rng rng(seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double sum = 0, amplitude = 0.5;
      double cell = 256;
      for (int octave = 0; octave < octaves; ++octave, amplitude /= 2, cell /= 2) {
        const double u = x / cell, v = y / cell;
        const auto i = static_cast<std::uint64_t>(u), j = static_cast<std::uint64_t>(v);
        const double fu = u - static_cast<double>(i), fv = v - static_cast<double>(j);
        const auto at = [&](std::uint64_t a, std::uint64_t b) {
          return rng.uniform(a << 32 | b, static_cast<std::uint64_t>(octave));
        };
        sum += amplitude * ((at(i, j) * (1 - fu) + at(i + 1, j) * fu) * (1 - fv) +
                            (at(i, j + 1) * (1 - fu) + at(i + 1, j + 1) * fu) * fv);
      }
      map.at(x, y) = static_cast<std::uint16_t>(sum * 65535);
    }
  }
  return map;
}

GreyMap constant_map(int width, int height, std::uint16_t value) { return GreyMap(width, height, value); }

GreyMap ramp_map(int width, int height, int dx, int dy) {
  GreyMap map(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map.at(x, y) = static_cast<std::uint16_t>((x * dx + y * dy) & 0xFFFF);
  }
  return map;
}

GreyMap terraced(GreyMap map, int step) {
  for (std::uint16_t& value : map.values()) value = static_cast<std::uint16_t>(value / step * step);
  return map;
}

GreyMap flooded(GreyMap map, std::uint16_t level) {
  for (std::uint16_t& value : map.values()) value = std::max(value, level);
  return map;
}

std::string libpng_encode(const GreyMap& map) {
  std::string out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp p, png_bytep data, png_size_t size) {
        static_cast<std::string*>(png_get_io_ptr(p))->append(reinterpret_cast<const char*>(data), size);
      },
      [](png_structp) {});
  png_set_IHDR(png, info, static_cast<png_uint_32>(map.width()), static_cast<png_uint_32>(map.height()), 16,
               PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  png_set_swap(png);
  for (int y = 0; y < map.height(); ++y) png_write_row(png, reinterpret_cast<png_const_bytep>(map.row(y).data()));
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

namespace {

struct Source {
  std::string_view rest;
  png_structp png = nullptr;
  png_infop info = nullptr;
};

[[noreturn]] void stop(png_structp png, png_const_charp) { png_longjmp(png, 1); }

/// Everything that libpng may jump out of; `out` belongs to the caller.
bool decode(Source& source, DecodedPng& out) {
  if (setjmp(png_jmpbuf(source.png)) != 0) return false;
  png_set_read_fn(source.png, &source, [](png_structp p, png_bytep data, png_size_t size) {
    auto& from = *static_cast<Source*>(png_get_io_ptr(p));
    if (size > from.rest.size()) png_error(p, "end");
    std::memcpy(data, from.rest.data(), size);
    from.rest.remove_prefix(size);
  });
  png_read_info(source.png, source.info);
  out.bits = png_get_bit_depth(source.png, source.info);
  out.colour_type = png_get_color_type(source.png, source.info);
  if (out.bits != 16 || out.colour_type != PNG_COLOR_TYPE_GRAY) return false;
  png_set_swap(source.png);
  out.map = GreyMap(static_cast<int>(png_get_image_width(source.png, source.info)),
                    static_cast<int>(png_get_image_height(source.png, source.info)));
  for (int y = 0; y < out.map.height(); ++y)
    png_read_row(source.png, reinterpret_cast<png_bytep>(out.map.row(y).data()), nullptr);
  png_read_end(source.png, nullptr);
  return true;
}

}  // namespace

DecodedPng libpng_decode(const std::string& file) {
  DecodedPng out;
  Source source{file};
  source.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, stop, stop);
  source.info = png_create_info_struct(source.png);
  const bool ok = decode(source, out) && source.rest.empty();
  png_destroy_read_struct(&source.png, &source.info, nullptr);
  if (!ok) out.map = GreyMap();
  return out;
}

}  // namespace weald::test
