#pragma once
// Reads PNG files: grey ones of any depth as heights, and pictures with 8 and 16 bits.

#include <cstdint>
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

/// The samples of a grey PNG in memory; `name` is its name in messages. An alpha channel is dropped; gamma and colour
/// profiles are not applied: samples are heights. Errors: IoError, with the file and the reason, if it is not a PNG, is
/// damaged or truncated, is a colour picture, or has more than kMaxImageSamples samples. Source: [png-spec].
GreyImage decode_grey_png(std::string_view bytes, const std::string& name);

/// The content of the header of a PNG.
struct PngHeader {
  int width = 0, height = 0;  ///< pixels
  int bits = 8;               ///< per sample
  bool grey = false;          ///< grey, with or without alpha
};

/// True if the bytes begin like a PNG.
bool is_png(std::string_view bytes);

/// Number of first bytes of a PNG that describe its pixels.
inline constexpr std::size_t kPngStartBytes = 26;

/// The header in the first kPngStartBytes bytes of a file. Unset if these are not the start of a PNG, or declare more
/// than kMaxImageSamples samples.
std::optional<PngHeader> png_start(std::string_view bytes);

/// Like png_start, for the first bytes of the file `name`. Errors: IoError, as decode_grey_png, if they show that the
/// file is not a PNG or cannot be read.
PngHeader checked_png_start(std::string_view bytes, const std::string& name);

/// Refuses a colour picture as decode_grey_png does.
void require_grey(const PngHeader& header, const std::string& name);

/// Reads the header only; `name` is the file name in messages. Errors: IoError if the file is not a PNG or is damaged.
PngHeader png_header(std::string_view bytes, const std::string& name);

/// The picture in a PNG file in memory. Grey and indexed pictures become colours, 1 to 4 bits become 8, and 16 bits
/// stay 16; gamma and colour profiles are not applied. Errors: as decode_grey_png. Source: [png-spec].
Image decode_png(std::string_view bytes, const std::string& name);

}  // namespace weald::io
