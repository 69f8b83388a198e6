#pragma once
// The structure of a PNG file: its signature, its header and its chunks. Source: [png-spec].

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/files/sink.h"

namespace weald::io {

/// Appends `value` to `out`, the highest byte first.
void put_big_endian(std::vector<std::uint8_t>& out, std::uint32_t value);

/// Appends bytes to a sink.
void append_bytes(Sink& sink, std::span<const std::uint8_t> bytes);

/// Appends a chunk: length, type (four letters), `data`, checksum of type and data. Pre: less than 2^31 bytes.
void append_png_chunk(Sink& sink, std::string_view type, std::span<const std::uint8_t> data);

/// The kind of samples of a PNG; the value is the colour type of the format.
enum class PngColour : std::uint8_t { grey = 0, rgb = 2, rgba = 6 };

/// The form of a picture that is not interlaced.
struct PngFormat {
  int width = 0;   ///< pixels
  int height = 0;  ///< pixels
  PngColour colour = PngColour::grey;
  int bits = 8;  ///< per sample: 8 or 16

  std::size_t pixel_bytes() const {
    const std::size_t samples = colour == PngColour::grey ? 1 : colour == PngColour::rgb ? 3 : 4;
    return samples * static_cast<std::size_t>(bits / 8);
  }
  /// Without the filter byte. Pre: the width is at least 0.
  std::size_t row_bytes() const { return pixel_bytes() * static_cast<std::size_t>(width); }
};

/// Appends the signature and the header chunk of a picture.
void append_png_start(Sink& sink, const PngFormat& format);

}  // namespace weald::io
