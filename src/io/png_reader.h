#pragma once
// Reading heightmaps: grey PNG of any depth with its sidecar.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/grid.h"

namespace weald::io {

/// Grey samples brought to 16 bits: of 1, 2, 4 and 8 bits by repeating the bits (255 becomes 65535).
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

}  // namespace weald::io
