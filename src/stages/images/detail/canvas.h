#pragma once
// Pixels of images as numbers from 0 to 1, read from 8 or 16 bits and rounded to either.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/math/clamped.h"
#include "base/math/vec.h"
#include "base/parallel.h"
#include "base/run_context.h"
#include "data/image.h"
#include "schema/depth.h"

namespace weald::image {

/// Red, green, blue and alpha of a pixel, 0 to 1, in the precision of the image. Pre: inside the image.
inline Vec4 pixel_at(const Image& image, int x, int y) {
  if (!image.fine.empty()) {
    const Rgba16& p = image.fine.at(x, y);
    return Vec4{p.r, p.g, p.b, p.a} / 65535.0;
  }
  const Rgba8& p = image.pixels.at(x, y);
  return Vec4{p.r, p.g, p.b, p.a} / 255.0;
}

/// The level nearest to `value`, of levels 0 to `highest` for 0 to 1; values outside are clamped, NaN is 0.
inline int level_of(double value, int highest) { return static_cast<int>(clamped(value, 0.0, 1.0) * highest + 0.5); }

/// An image that is being made. Threads may set different pixels at once.
class Canvas {
 public:
  /// With 8 or 16 bits per channel; every pixel must be set. Pre: both sides at least 1.
  Canvas(int width, int height, int bits) : image_{Grid<Rgba8>(width, height, kUnset), {}} {
    if (bits == 16) image_.fine = Grid<Rgba16>(width, height, kUnset);
  }
  int width() const { return image_.pixels.width(); }
  int height() const { return image_.pixels.height(); }
  int bits() const { return image_.bits(); }
  /// Rounds red, green, blue and alpha, 0 to 1; values outside are clamped. Pre: inside the image.
  void set(int x, int y, const Vec4& value) {
    const auto level = [&](double v, int highest) { return level_of(v, highest); };
    if (image_.fine.empty()) {
      const auto byte = [&](double v) { return static_cast<std::uint8_t>(level(v, 255)); };
      image_.pixels.at(x, y) = {byte(value.r), byte(value.g), byte(value.b), byte(value.a)};
      return;
    }
    const auto word = [&](double v) { return static_cast<std::uint16_t>(level(v, 65535)); };
    set(x, y, Rgba16{word(value.r), word(value.g), word(value.b), word(value.a)});
  }
  /// Pre: inside the image, which has 16 bits.
  void set(int x, int y, const Rgba16& pixel) {
    image_.fine.at(x, y) = pixel;
    image_.pixels.at(x, y) = rounded_to_8(pixel);
  }
  /// Pre: inside the image, which has 8 bits.
  void set(int x, int y, const Rgba8& pixel) { image_.pixels.at(x, y) = pixel; }
  /// The image; the canvas is empty afterwards.
  Image take() { return std::move(image_); }

 private:
  Image image_;
};

/// Bits per channel.
constexpr int bits_of(schema::Depth depth) { return depth == schema::Depth::bits16 ? 16 : 8; }

/// Calls row(y) for 0 to `height` - 1, in parallel; stops if a stop was requested.
template <class Row>
void for_rows(int height, const RunContext& context, const Row& row) {
  parallel_blocks(static_cast<std::size_t>(height), 16, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    for (std::size_t y = begin; y < end; ++y) row(static_cast<int>(y));
  });
}

}  // namespace weald::image
