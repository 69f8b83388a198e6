#pragma once
// Reads PNG: grey ones of any depth as heights, and pictures of 8 and 16 bits.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "data/grid.h"
#include "data/image.h"

namespace weald::io {

/// Grey samples widened to 16 bits: 1, 2, 4 and 8 bits by repeating the bits (255 becomes 65535).
struct GreyImage {
  Grid<std::uint16_t> samples;
  int bits = 16;  ///< per sample in the file
};

/// Largest number of samples that a picture may have.
inline constexpr std::uint64_t kMaxImageSamples = std::uint64_t{16385} * 16385;

/// Reads a grey PNG. An alpha channel is dropped; gamma and colour profiles are not applied: samples are heights.
/// Errors: IoError when the file cannot be read, is no PNG, is damaged or cut short, is a colour picture, or has more
/// than kMaxImageSamples samples; the message names the file and the reason. Source: [png-spec].
GreyImage read_grey_png(const std::filesystem::path& path);

/// As above for a file in memory; `name` stands for it in messages.
GreyImage decode_grey_png(std::string_view bytes, const std::string& name);

/// What the header of a PNG says.
struct PngHeader {
  int width = 0, height = 0;  ///< pixels
  int bits = 8;               ///< per sample
  bool grey = false;          ///< grey, with or without alpha
};

/// True if the bytes begin like a PNG.
bool is_png(std::string_view bytes);

/// Number of first bytes of a PNG that describe its pixels.
inline constexpr std::size_t kPngStartBytes = 26;

/// The information in the first kPngStartBytes bytes of a file, without reading the rest; unset if they are not those
/// of a PNG, or declare more than kMaxImageSamples samples.
std::optional<PngHeader> png_start(std::string_view bytes);

/// Reads the header only; `name` stands for the file in messages. Errors: IoError when it is no PNG or is damaged.
PngHeader png_header(std::string_view bytes, const std::string& name);

/// The picture in a PNG file in memory. Grey and indexed pictures become colours, 1 to 4 bits become 8, and 16 bits
/// stay 16; gamma and colour profiles are not applied. Errors: as read_grey_png. Source: [png-spec].
Image decode_png(std::string_view bytes, const std::string& name);

}  // namespace weald::io
