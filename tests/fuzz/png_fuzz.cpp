// PNG: as it comes, and with the checksums of its chunks put right, without which hardly any input would get anywhere.

#include <optional>

#include <zlib.h>

#include "base/error.h"
#include "formats/images/png_reader.h"
#include "harness.h"

namespace weald::fuzz {

namespace {

constexpr std::size_t kSignatureBytes = 8;

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::string with_checksums(std::string bytes) {
  std::size_t at = kSignatureBytes;
  while (at + 12 <= bytes.size()) {
    const std::size_t length = big_endian(bytes, at);
    if (length > bytes.size() - at - 12) break;
    const auto* type = reinterpret_cast<const Bytef*>(bytes.data() + at + 4);
    const auto checksum = static_cast<std::uint32_t>(crc32(0, type, static_cast<uInt>(length + 4)));
    for (std::size_t i = 0; i < 4; ++i) bytes[at + 8 + length + i] = static_cast<char>(checksum >> (24 - 8 * i) & 0xFF);
    at += length + 12;
  }
  return bytes;
}

/// A few bytes may stand for many pixels, which only fill memory; too many are refused, and that is looked at.
bool takes_long(const io::PngHeader& header) {
  constexpr std::uint64_t kMaxSamples = 1u << 16;
  const auto samples = static_cast<std::uint64_t>(header.width) * static_cast<std::uint64_t>(header.height);
  return samples > kMaxSamples && samples <= io::kMaxImageSamples;
}

/// What `read` gives; unset where it refuses the file.
template <class Read>
auto result_of(Read read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const IoError& error) {
    require(std::string_view(error.what()).find("fuzz.png") != std::string_view::npos, "an error names the file");
    return std::nullopt;
  }
}

/// Grey of up to 8 bits is read as heights and as a picture alike.
void require_alike(const io::GreyImage& grey, const Image& image) {
  if (grey.bits == 16) return;
  for (std::size_t i = 0; i < grey.samples.size(); ++i) {
    const Rgba8& pixel = image.pixels.values()[i];
    require(grey.samples.values()[i] == pixel.r * 257 && pixel.g == pixel.r && pixel.b == pixel.r,
            "heights and the picture of a file have the same grey");
  }
}

void look_at(std::string_view bytes) {
  const auto header = result_of([&] { return io::png_header(bytes, "fuzz.png"); });
  if (header && takes_long(*header)) return;
  const auto grey = result_of([&] { return io::decode_grey_png(bytes, "fuzz.png"); });
  const auto image = result_of([&] { return io::decode_png(bytes, "fuzz.png"); });
  require(header || (!grey && !image), "what has no header has no pixels");
  if (grey) {
    require(grey->samples.width() == header->width && grey->samples.height() == header->height &&
                grey->bits == header->bits && header->grey,
            "heights have the size that the header says");
  }
  if (image) {
    require(image->pixels.width() == header->width && image->pixels.height() == header->height,
            "a picture has the size that the header says");
  }
  if (grey && image) require_alike(*grey, *image);
}

}  // namespace

void png(std::string_view input) {
  look_at(input);
  const std::string repaired = with_checksums(std::string(input));
  if (repaired != input) look_at(repaired);
}

}  // namespace weald::fuzz
