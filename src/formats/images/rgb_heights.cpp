#include "formats/images/rgb_heights.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "formats/images/detail/png_encoder.h"
#include "formats/images/detail/row_bands.h"

namespace weald::io {

namespace {

constexpr double kLargest = (1 << 24) - 1;  // number of three bytes

/// Height 0 of a code, and its numbers per metre.
struct Scale {
  double lowest, per_metre;
};

Scale scale_of(HeightCode code) { return code == HeightCode::terrain_rgb ? Scale{-10000, 10} : Scale{-32768, 256}; }

}  // namespace

HeightRange range_of_code(HeightCode code) {
  const Scale scale = scale_of(code);
  return {static_cast<float>(scale.lowest), static_cast<float>(scale.lowest + kLargest / scale.per_metre)};
}

std::uint32_t height_number(HeightCode code, double height) {
  const Scale scale = scale_of(code);
  const double number = std::floor((height - scale.lowest) * scale.per_metre + 0.5);
  return static_cast<std::uint32_t>(std::clamp(number, 0.0, kLargest));
}

void write_rgb_heights(HeightRows& rows, HeightCode code, Sink& sink) {
  const GridSpec grid = rows.grid();
  refuse_empty(grid);
  const auto read = [&](int first, int count, std::span<std::uint8_t> bytes) {
    const HeightView heights = rows.rows(first, count);
    std::uint8_t* out = bytes.data();
    for (int y = first; y < first + count; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const std::uint32_t number = height_number(code, static_cast<double>(heights.at(x, y)));
        for (const int shift : {16, 8, 0}) *out++ = static_cast<std::uint8_t>((number >> shift) & 0xFF);
      }
    }
  };
  write_png({grid.width, grid.height, PngColour::rgb}, read, sink);
}

}  // namespace weald::io
