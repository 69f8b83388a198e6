#include "unit/formats/images/grey_maps.h"

#include <algorithm>

#include "base/rng.h"
#include "formats/files/raw_words.h"
#include "formats/images/detail/png_encoder.h"

namespace weald::test {

GreyMap noisy_map(int width, int height, int octaves, std::uint64_t seed) {
  GreyMap map(width, height);
  const Rng rng(seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double sum = 0, amplitude = 0.5;
      double cell = 256;
      for (int octave = 0; octave < octaves; ++octave, amplitude /= 2, cell /= 2) {
        const double u = x / cell, v = y / cell;
        const auto i = static_cast<std::uint64_t>(u), j = static_cast<std::uint64_t>(v);
        const double fu = u - static_cast<double>(i), fv = v - static_cast<double>(j);
        const auto at = [&](std::uint64_t a, std::uint64_t b) {
          return rng.uniform(a << 32 | b, static_cast<std::uint64_t>(octave));
        };
        sum += amplitude * ((at(i, j) * (1 - fu) + at(i + 1, j) * fu) * (1 - fv) +
                            (at(i, j + 1) * (1 - fu) + at(i + 1, j + 1) * fu) * fv);
      }
      map.at(x, y) = static_cast<std::uint16_t>(sum * 65535);
    }
  }
  return map;
}

GreyMap constant_map(int width, int height, std::uint16_t value) { return GreyMap(width, height, value); }

GreyMap ramp_map(int width, int height, int dx, int dy) {
  GreyMap map(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map.at(x, y) = static_cast<std::uint16_t>((x * dx + y * dy) & 0xFFFF);
  }
  return map;
}

GreyMap terraced(GreyMap map, int step) {
  for (std::uint16_t& value : map.values()) value = static_cast<std::uint16_t>(value / step * step);
  return map;
}

GreyMap flooded(GreyMap map, std::uint16_t level) {
  for (std::uint16_t& value : map.values()) value = std::max(value, level);
  return map;
}

void write_grey_png(const GreyMap& map, io::Sink& sink, const RunContext& context) {
  const auto read = [&](int first, int count, std::span<std::uint8_t> bytes) {
    char* out = reinterpret_cast<char*>(bytes.data());
    for (int y = first; y < first + count; ++y) {
      for (const std::uint16_t sample : map.row(y)) out = io::put_word(out, sample, io::ByteOrder::big);
    }
  };
  io::write_png({map.width(), map.height(), io::PngColour::grey, 16}, read, sink, context);
}

}  // namespace weald::test
