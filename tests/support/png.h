#pragma once
// libpng as a writer and reader of PNG in memory.

#include <cstdint>
#include <string>
#include <vector>

#include <png.h>

#include "data/grid.h"

namespace weald::test {

/// How a PNG is coded.
struct PngKind {
  int bits = 8;
  int colour = PNG_COLOR_TYPE_GRAY;
  int interlace = PNG_INTERLACE_NONE;
  bool transparent_level = false;  ///< level 0 is declared transparent
};

/// A PNG of `rows`, which are packed as the format wants them; `width` in pixels.
std::string libpng_encode(int width, const PngKind& kind, std::vector<std::vector<png_byte>> rows);

/// A 16-bit grey PNG of `map`, with nothing set but what libpng must know.
std::string libpng_encode(const Grid<std::uint16_t>& map);

/// A PNG as libpng reads it. `samples` holds channels one after the other, rows from the top.
struct DecodedPng {
  int width = 0, height = 0, bits = 0, channels = 0;
  std::vector<std::uint16_t> samples;
  std::string complaints;  ///< the first warning or error; empty when all is well
};

/// Reads the PNG that is the whole of `file`.
DecodedPng libpng_decode(const std::string& file);

}  // namespace weald::test
