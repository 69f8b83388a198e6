#pragma once
// The structure of a PNG file: its signature, its header and its chunks. Source: [png-spec].

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/files/sink.h"

namespace weald::io {

/// Appends `value` to `out`, the highest byte first.
void put_big_endian(std::vector<std::uint8_t>& out, std::uint32_t value);
/// Like above, for 16 bits.
void put_big_endian16(std::vector<std::uint8_t>& out, std::uint16_t value);

/// Appends bytes to a sink.
void append_bytes(Sink& sink, std::span<const std::uint8_t> bytes);

/// Appends a chunk: length, type (four letters), `data`, checksum of type and data. Pre: less than 2^31 bytes.
void append_png_chunk(Sink& sink, std::string_view type, std::span<const std::uint8_t> data);

/// The kind of samples of a PNG; the value is the colour type of the format.
enum class PngColour : std::uint8_t { grey = 0, rgb = 2, rgba = 6 };

/// Appends the signature and the header chunk of a picture that is not interlaced. `bits` per sample: 8 or 16.
void append_png_start(Sink& sink, int width, int height, std::uint8_t bits, PngColour colour);

}  // namespace weald::io
