// Pictures of 8 and 16 bits per channel in bands, read back by libpng and by weald.

#include <string>
#include <vector>
#include "support/catch.h"

#include "base/parallel.h"
#include "base/rng.h"
#include "formats/images/image_writer.h"
#include "formats/images/png_reader.h"
#include "support/png.h"

using namespace weald;
using namespace weald::io;

namespace {

/// Shapes and noise; with holes where it is not opaque.
Image drawing(int width, int height, bool opaque) {
  Image image{Grid<Rgba8>(width, height)};
  const Rng rng(4);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto noise = static_cast<std::uint8_t>(rng.below(9, static_cast<unsigned>(x), static_cast<unsigned>(y)));
      const auto ramp = static_cast<std::uint8_t>((x + y) / 4 % 200);
      image.pixels.at(x, y) = {ramp, static_cast<std::uint8_t>(ramp + noise), noise, 255};
      if (!opaque && (x / 7 + y / 5) % 3 == 0) image.pixels.at(x, y).a = ramp;
    }
  }
  return image;
}

std::string png_of(const Image& image) {
  StringSink sink;
  write_png8(image, sink);
  return sink.text;
}

bool libpng_finds_picture(const Image& image, int channels, const std::string& file) {
  const test::DecodedPng png = test::libpng_decode(file);
  if (!png.complaints.empty() || png.bits != 8 || png.channels != channels) return false;
  std::vector<std::uint16_t> samples;
  for (const Rgba8& p : image.pixels.values()) {
    for (const std::uint8_t channel : {p.r, p.g, p.b}) samples.push_back(channel);
    if (channels == 4) samples.push_back(p.a);
  }
  return png.samples == samples && png.width == image.pixels.width() && png.height == image.pixels.height();
}

}  // namespace

TEST_CASE("image writer: libpng finds the pixels, in one band and in several") {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{3, 500}, std::pair{700, 2}, std::pair{1201, 703}}) {
    INFO(width << " x " << height);
    const Image opaque = drawing(width, height, true), holes = drawing(width, height, false);
    CHECK(libpng_finds_picture(opaque, 3, png_of(opaque)));
    if (width * height > 1) CHECK(libpng_finds_picture(holes, 4, png_of(holes)));
  }
}

TEST_CASE("image writer: the bytes do not depend on the number of threads") {
  const Image image = drawing(1500, 900, true);
  const auto with = [&](int threads) {
    const ThreadLimit limit(threads);
    return png_of(image);
  };
  const std::string one = with(1);
  CHECK(with(2) == one);
  CHECK(with(8) == one);
}

TEST_CASE("write_image_png: 16 bits per channel come back as they were, and 8 are written as ever") {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{3, 500}, std::pair{700, 2}, std::pair{601, 403}}) {
    for (const bool opaque : {true, false}) {
      INFO(width << " x " << height);
      Grid<Rgba16> fine(width, height);
      const Rng rng(5);
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          const auto noise =
              static_cast<std::uint16_t>(rng.below(999, static_cast<unsigned>(x), static_cast<unsigned>(y)));
          const auto ramp = static_cast<std::uint16_t>((x * 311 + y * 97) % 65536);
          fine.at(x, y) = {ramp, noise, static_cast<std::uint16_t>(65535 - ramp),
                           opaque ? std::uint16_t{65535} : static_cast<std::uint16_t>(65534 - noise)};
        }
      }
      const Image image = fine_image(std::move(fine));
      StringSink sink;
      write_image_png(image, sink);
      const test::DecodedPng png = test::libpng_decode(sink.text);
      CHECK(png.complaints.empty());
      CHECK(png.bits == 16);
      CHECK(png.channels == (opaque ? 3 : 4));
      const Image again = decode_png(sink.text, "x");
      CHECK(again.fine == image.fine);
      CHECK(again.pixels == image.pixels);
    }
  }
  const Image coarse = drawing(40, 30, false);
  StringSink sink;
  write_image_png(coarse, sink);
  CHECK(sink.text == png_of(coarse));
}

TEST_CASE("write_channel_png: libpng finds one channel in grey, with the bits of the image or with 8") {
  Grid<Rgba16> fine(37, 21);
  const Rng rng(6);
  for (int y = 0; y < 21; ++y) {
    for (int x = 0; x < 37; ++x) {
      const auto any = [&](unsigned k) {
        return static_cast<std::uint16_t>(rng.below(65536, static_cast<unsigned>(37 * y + x), k));
      };
      fine.at(x, y) = {any(0), any(1), any(2), any(3)};
    }
  }
  const Image image = fine_image(std::move(fine));
  const auto found = [](const Image& from, ImageChannel channel, int bits) {
    StringSink sink;
    write_channel_png(from, channel, bits, sink);
    test::DecodedPng png = test::libpng_decode(sink.text);
    CHECK(png.complaints.empty());
    CHECK(png.channels == 1);
    CHECK((png.width == 37 && png.height == 21));
    return std::pair(png.bits, std::move(png.samples));
  };
  std::vector<std::uint16_t> blue, green, alpha;
  for (const Rgba16& p : image.fine.values()) blue.push_back(p.b);
  for (const Rgba8& p : image.pixels.values()) green.push_back(p.g), alpha.push_back(p.a);
  CHECK(found(image, ImageChannel::blue, 16) == std::pair(16, blue));
  CHECK(found(image, ImageChannel::green, 8) == std::pair(8, green));
  CHECK(found({image.pixels}, ImageChannel::alpha, 16) == std::pair(8, alpha));
}
