#include "formats/images/png_reader.h"

#include <bit>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include <png.h>

#include "base/error.h"

namespace weald::io {

namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1A\n", 8);

// libpng reports errors by longjmp. Functions between setjmp and the calls of libpng therefore contain no objects with
// destructors. Data that outlive a step are in PngFile, outside the stack frames that longjmp skips.

struct PngFile {
  std::string_view rest;  // bytes not yet read
  png_structp png = nullptr;
  png_infop info = nullptr;
  char reason[160] = "";
  bool lacks_memory = false;

  PngFile() = default;
  PngFile(const PngFile&) = delete;
  PngFile& operator=(const PngFile&) = delete;
  ~PngFile() { png_destroy_read_struct(&png, &info, nullptr); }
};

/// Records a lack of memory, which libpng reports only as a message.
png_voidp allocate(png_structp png, png_alloc_size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) static_cast<PngFile*>(png_get_mem_ptr(png))->lacks_memory = true;
  return memory;
}

void release(png_structp, png_voidp memory) { std::free(memory); }

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
  auto& file = *static_cast<PngFile*>(png_get_error_ptr(png));
  std::strncpy(file.reason, message, sizeof file.reason - 1);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void give_bytes(png_structp png, png_bytep out, png_size_t count) {
  auto& file = *static_cast<PngFile*>(png_get_io_ptr(png));
  if (count > file.rest.size()) png_error(png, "it ends too early");
  std::memcpy(out, file.rest.data(), count);
  file.rest.remove_prefix(count);
}

/// Runs `step`; returns false if libpng reported an error, with the reason in `file`.
template <class Step>
bool guarded(PngFile& file, Step step) {
  if (setjmp(png_jmpbuf(file.png)) != 0) return false;
  step();
  return true;
}

bool read_header(PngFile& file) {
  return guarded(file, [&file] {
    png_set_read_fn(file.png, &file, give_bytes);
    png_set_user_limits(file.png, 1u << 30, 1u << 30);
    png_set_chunk_malloc_max(file.png, 8u << 20);
    png_read_info(file.png, file.info);
  });
}

/// Asks for 16 bits of grey per sample in the machine's byte order, without alpha.
bool set_conversions(PngFile& file) {
  return guarded(file, [&file] {
    if (png_get_bit_depth(file.png, file.info) < 8) png_set_expand_gray_1_2_4_to_8(file.png);
    if (png_get_bit_depth(file.png, file.info) < 16) png_set_expand_16(file.png);
    png_set_strip_alpha(file.png);  // also the alpha to which a transparent grey level was expanded
    if (std::endian::native == std::endian::little) png_set_swap(file.png);
    png_set_interlace_handling(file.png);
    png_read_update_info(file.png, file.info);
  });
}

/// Asks for 8 bits of red, green, blue and alpha, or for 16 bits in the machine's byte order if the file has them.
bool set_colour_conversions(PngFile& file) {
  return guarded(file, [&file] {
    png_set_expand(file.png);
    png_set_gray_to_rgb(file.png);
    const bool is_fine = png_get_bit_depth(file.png, file.info) == 16;
    png_set_add_alpha(file.png, is_fine ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
    if (is_fine && std::endian::native == std::endian::little) png_set_swap(file.png);
    png_set_interlace_handling(file.png);
    png_read_update_info(file.png, file.info);
  });
}

bool read_pixels(PngFile& file, png_bytepp rows) {
  return guarded(file, [&file, rows] {
    png_read_image(file.png, rows);
    png_read_end(file.png, nullptr);
  });
}

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
  throw IoError("cannot read '" + name + "': " + reason);
}

/// The error reported by libpng.
[[noreturn]] void fail(const std::string& name, const PngFile& file) {
  if (file.lacks_memory) throw std::bad_alloc();
  fail(name, std::string(file.reason));
}

PngHeader header_of(const PngFile& file) {
  const int colour = png_get_color_type(file.png, file.info);
  return {static_cast<int>(png_get_image_width(file.png, file.info)),
          static_cast<int>(png_get_image_height(file.png, file.info)), png_get_bit_depth(file.png, file.info),
          colour == PNG_COLOR_TYPE_GRAY || colour == PNG_COLOR_TYPE_GRAY_ALPHA};
}

/// True if no chunk declares more bytes than are left in the file. For some kinds of chunks libpng allocates the
/// declared size, up to 2 GiB.
bool chunks_fit(std::string_view bytes) {
  constexpr std::size_t kHead = 8, kAround = 12;  // length and type; these and the checksum after the content
  bytes.remove_prefix(kSignature.size());
  while (bytes.size() >= kHead && bytes.substr(4, 4) != "IEND") {
    std::size_t length = 0;
    for (const char byte : bytes.substr(0, 4)) length = length << 8 | static_cast<unsigned char>(byte);
    if (bytes.size() < kAround || length > bytes.size() - kAround) return false;
    bytes.remove_prefix(length + kAround);
  }
  return true;
}

void require_png(std::string_view bytes, const std::string& name) {
  if (!is_png(bytes)) fail(name, bytes.empty() ? "it is empty" : "it is not a PNG file");
}

/// Begins to read a file in memory.
PngHeader open(PngFile& file, std::string_view bytes, const std::string& name) {
  require_png(bytes, name);
  if (!chunks_fit(bytes)) fail(name, "it ends too early");
  file.rest = bytes;
  file.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &file, on_error, on_warning, &file, allocate, release);
  if (file.png != nullptr) file.info = png_create_info_struct(file.png);
  if (file.info == nullptr) throw std::bad_alloc();
  if (!read_header(file)) fail(name, file);
  return header_of(file);
}

/// Refuses a picture that is too large, before memory is allocated.
void check_size(const PngFile& file, const PngHeader& header, std::string_view bytes, const std::string& name) {
  const std::uint64_t samples =
      std::uint64_t{static_cast<unsigned>(header.width)} * static_cast<unsigned>(header.height);
  if (samples > kMaxImageSamples) fail(name, "it has " + std::to_string(samples) + " samples, more than 16385 x 16385");
  // Deflate compresses by a factor of at most 1032, so a header that declares more pixels is wrong.
  const std::uint64_t packed = png_get_rowbytes(file.png, file.info) * static_cast<std::uint64_t>(header.height);
  if (std::uint64_t{bytes.size()} * 1040 < packed) fail(name, "it ends too early");
}

/// Reads the pixels into `samples`, whose rows must have the number of bytes that libpng reports.
template <class T>
void read_into(PngFile& file, Grid<T>& samples, const std::string& name) {
  if (png_get_rowbytes(file.png, file.info) != sizeof(T) * static_cast<std::size_t>(samples.width()))
    fail(name, "its sample format is not supported");
  std::vector<png_bytep> rows(static_cast<std::size_t>(samples.height()));
  for (int y = 0; y < samples.height(); ++y)
    rows[static_cast<std::size_t>(y)] = reinterpret_cast<png_bytep>(samples.row(y).data());
  if (!read_pixels(file, rows.data())) fail(name, file);
}

}  // namespace

bool is_png(std::string_view bytes) { return bytes.starts_with(kSignature); }

PngHeader png_header(std::string_view bytes, const std::string& name) {
  PngFile file;
  return open(file, bytes, name);
}

std::optional<PngHeader> png_start(std::string_view bytes) {
  if (bytes.size() < kPngStartBytes || !is_png(bytes) || bytes.substr(12, 4) != "IHDR") return std::nullopt;
  const auto number = [&](std::size_t at) {
    std::uint64_t value = 0;
    for (const char byte : bytes.substr(at, 4)) value = value << 8 | static_cast<unsigned char>(byte);
    return value;
  };
  const std::uint64_t width = number(16), height = number(20);
  if (width == 0 || height == 0 || width > kMaxImageSamples / height) return std::nullopt;
  return PngHeader{static_cast<int>(width), static_cast<int>(height), bytes[24], bytes[25] == 0 || bytes[25] == 4};
}

PngHeader checked_png_start(std::string_view bytes, const std::string& name) {
  require_png(bytes, name);
  const auto header = png_start(bytes);
  if (!header)
    fail(name, bytes.size() < kPngStartBytes ? "it ends too early"
                                             : "its header is damaged, or gives more than 16385 x 16385 samples");
  return *header;
}

void require_grey(const PngHeader& header, const std::string& name) {
  if (!header.grey) fail(name, "it is a colour picture; a heightmap needs a grey one (convert it to 16-bit grey)");
}

GreyImage decode_grey_png(std::string_view bytes, const std::string& name) {
  PngFile file;
  const PngHeader header = open(file, bytes, name);
  require_grey(header, name);
  check_size(file, header, bytes, name);
  if (!set_conversions(file)) fail(name, file);
  GreyImage image{Grid<std::uint16_t>(header.width, header.height), header.bits};
  read_into(file, image.samples, name);
  return image;
}

Image decode_png(std::string_view bytes, const std::string& name) {
  static_assert(sizeof(Rgba8) == 4 && sizeof(Rgba16) == 8);
  PngFile file;
  const PngHeader header = open(file, bytes, name);
  check_size(file, header, bytes, name);
  if (!set_colour_conversions(file)) fail(name, file);
  if (header.bits == 16) {
    Grid<Rgba16> fine(header.width, header.height);
    read_into(file, fine, name);
    return fine_image(std::move(fine));
  }
  Image image{Grid<Rgba8>(header.width, header.height)};
  read_into(file, image.pixels, name);
  return image;
}

}  // namespace weald::io
