#include "support/png.h"

#include <csetjmp>
#include <cstring>
#include <string_view>

namespace weald::test {

namespace {

/// Of samples that are wider than a byte: PNG has the high byte first.
enum class PixelOrder { of_png, of_machine };

std::string encode(int width, const PngKind& kind, PixelOrder order, std::vector<png_bytep> rows) {
  std::string out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp p, png_bytep data, png_size_t size) {
        static_cast<std::string*>(png_get_io_ptr(p))->append(reinterpret_cast<const char*>(data), size);
      },
      [](png_structp) {});
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(rows.size()), kind.bits,
               kind.colour, kind.interlace, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const png_color black{0, 0, 0};
  if (kind.colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, &black, 1);
  png_color_16 level{};
  if (kind.transparent_level) png_set_tRNS(png, info, nullptr, 0, &level);
  png_write_info(png, info);
  if (order == PixelOrder::of_machine) png_set_swap(png);
  png_write_image(png, rows.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

struct Reader {
  std::string_view rest;
  std::string complaints;
  std::vector<png_byte> row;
  png_structp png = nullptr;
  png_infop info = nullptr;

  explicit Reader(std::string_view file) : rest(file) {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, stop, stop);
    info = png_create_info_struct(png);
  }
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  [[noreturn]] static void stop(png_structp png, png_const_charp message) {
    static_cast<Reader*>(png_get_error_ptr(png))->complaints = message;
    png_longjmp(png, 1);
  }

  static void take(png_structp png, png_bytep data, png_size_t size) {
    auto& rest = static_cast<Reader*>(png_get_io_ptr(png))->rest;
    if (size > rest.size()) png_error(png, "the file ends too early");
    std::memcpy(data, rest.data(), size);
    rest.remove_prefix(size);
  }
};

// No object with a destructor may begin between setjmp and what jumps.
bool decode(Reader& reader, DecodedPng& out) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_read_fn(reader.png, &reader, Reader::take);
  png_read_info(reader.png, reader.info);
  out.width = static_cast<int>(png_get_image_width(reader.png, reader.info));
  out.height = static_cast<int>(png_get_image_height(reader.png, reader.info));
  out.bits = png_get_bit_depth(reader.png, reader.info);
  out.channels = png_get_channels(reader.png, reader.info);
  reader.row.resize(png_get_rowbytes(reader.png, reader.info));
  const std::size_t bytes = out.bits == 16 ? 2 : 1;
  for (int y = 0; y < out.height; ++y) {
    png_read_row(reader.png, reader.row.data(), nullptr);
    for (std::size_t i = 0; i + bytes <= reader.row.size(); i += bytes) {
      const unsigned high = reader.row[i];
      out.samples.push_back(static_cast<std::uint16_t>(bytes == 2 ? high << 8 | reader.row[i + 1] : high));
    }
  }
  png_read_end(reader.png, nullptr);
  return true;
}

}  // namespace

std::string libpng_encode(int width, const PngKind& kind, std::vector<std::vector<png_byte>> rows) {
  std::vector<png_bytep> pointers;
  for (auto& row : rows) pointers.push_back(row.data());
  return encode(width, kind, PixelOrder::of_png, std::move(pointers));
}

std::string libpng_encode(const Grid<std::uint16_t>& map) {
  std::vector<png_bytep> pointers;
  for (int y = 0; y < map.height(); ++y) {
    // libpng writes rows without changing them, but its parameter is not const.
    pointers.push_back(const_cast<png_bytep>(reinterpret_cast<png_const_bytep>(map.row(y).data())));
  }
  return encode(map.width(), {.bits = 16}, PixelOrder::of_machine, std::move(pointers));
}

DecodedPng libpng_decode(const std::string& file) {
  DecodedPng out;
  Reader reader(file);
  const bool ok = decode(reader, out);
  out.complaints = ok && !reader.rest.empty() ? "bytes follow the end" : reader.complaints;
  return out;
}

}  // namespace weald::test
