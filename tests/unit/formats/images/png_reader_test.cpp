// Reading grey PNG of every depth, and refusing the rest.

#include <cstdint>
#include <string>
#include <vector>

#include <zlib.h>
#include "support/catch.h"

#include "base/error.h"
#include "base/rng.h"
#include "formats/images/png_reader.h"
#include "support/png.h"
#include "unit/formats/images/grey_maps.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Contains;

namespace {

std::vector<std::uint16_t> samples_of(const std::string& file) {
  const GreyImage image = decode_grey_png(file, "test.png");
  return {image.samples.values().begin(), image.samples.values().end()};
}

std::string png_refusal(const std::string& file) {
  try {
    decode_grey_png(file, "test.png");
  } catch (const IoError& error) {
    return error.what();
  }
  return "accepted";
}

std::string be32(std::uint32_t value) {
  std::string out;
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(value >> shift & 0xFF);
  return out;
}

std::string chunk(const std::string& type, const std::string& data) {
  const std::string body = type + data;
  return be32(static_cast<std::uint32_t>(data.size())) + body +
         be32(static_cast<std::uint32_t>(
             ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
}

const std::string kSignature("\x89PNG\r\n\x1A\n", 8);

}  // namespace

TEST_CASE("png reader: samples of 1, 2, 4, 8 and 16 bits are brought to 16") {
  using V = std::vector<std::uint16_t>;
  CHECK(samples_of(libpng_encode(3, {1}, {{0b10100000}})) == V{65535, 0, 65535});
  CHECK(samples_of(libpng_encode(4, {2}, {{0b00011011}})) == V{0, 21845, 43690, 65535});
  CHECK(samples_of(libpng_encode(2, {4}, {{0x3F}})) == V{3 * 4369, 65535});
  CHECK(samples_of(libpng_encode(3, {8}, {{0, 1, 255}})) == V{0, 257, 65535});
  CHECK(samples_of(libpng_encode(2, {16}, {{0x12, 0x34, 0xFF, 0xFE}})) == V{0x1234, 0xFFFE});
  CHECK(decode_grey_png(libpng_encode(4, {2}, {{0}}), "x").bits == 2);
}

TEST_CASE("png reader: alpha and transparent levels are dropped, interlaced files are read") {
  using V = std::vector<std::uint16_t>;
  CHECK(samples_of(libpng_encode(2, {8, PNG_COLOR_TYPE_GRAY_ALPHA}, {{7, 0, 8, 255}})) == V{7 * 257, 8 * 257});
  CHECK(samples_of(libpng_encode(1, {16, PNG_COLOR_TYPE_GRAY_ALPHA}, {{1, 2, 3, 4}})) == V{0x0102});
  CHECK(samples_of(libpng_encode(2, {8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, true}, {{0, 9}})) == V{0, 9 * 257});
  std::vector<std::vector<png_byte>> rows;
  V expected;
  for (int y = 0; y < 13; ++y) {
    rows.emplace_back();
    for (int x = 0; x < 11; ++x) {
      rows.back().push_back(static_cast<png_byte>(x * 20 + y));
      expected.push_back(static_cast<std::uint16_t>((x * 20 + y) * 257));
    }
  }
  CHECK(samples_of(libpng_encode(11, {8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_ADAM7}, rows)) == expected);
}

TEST_CASE("png reader: colour pictures are refused with advice") {
  CHECK_THAT(png_refusal(libpng_encode(1, {8, PNG_COLOR_TYPE_RGB}, {{1, 2, 3}})),
             Contains("test.png") && Contains("colour") && Contains("16-bit grey"));
  CHECK_THAT(png_refusal(libpng_encode(1, {8, PNG_COLOR_TYPE_RGB_ALPHA}, {{1, 2, 3, 4}})), Contains("colour"));
  CHECK_THAT(png_refusal(libpng_encode(1, {8, PNG_COLOR_TYPE_PALETTE}, {{0}})), Contains("colour"));
}

TEST_CASE("png reader: what is no PNG, cut short or damaged is refused with the reason") {
  const std::string whole = libpng_encode(noisy_map(60, 50, 8, 1));
  CHECK_THAT(png_refusal(""), Contains("it is empty"));
  CHECK_THAT(png_refusal("GIF89a"), Contains("not a PNG"));
  for (std::size_t size = 8; size + 12 < whole.size(); size += 97) {
    CAPTURE(size);
    CHECK_THAT(png_refusal(whole.substr(0, size)), Contains("cannot read 'test.png': "));
  }
  std::string damaged = whole;
  damaged[whole.size() / 2] = static_cast<char>(damaged[whole.size() / 2] ^ 0x10);
  CHECK_THAT(png_refusal(damaged), Contains("IDAT: "));
}

TEST_CASE("png reader: a header that promises more than the file can hold is refused before memory is taken") {
  const std::string header = be32(16385) + be32(16385) + std::string("\x10\0\0\0\0", 5);
  const std::string file =
      kSignature + chunk("IHDR", header) + chunk("IDAT", std::string(100, 'x')) + chunk("IEND", "");
  CHECK_THAT(png_refusal(file), Contains("ends too early"));
  const std::string huge = be32(0x7FFFFFFF) + be32(0x7FFFFFFF) + std::string("\x10\0\0\0\0", 5);
  CHECK_THAT(png_refusal(kSignature + chunk("IHDR", huge) + chunk("IEND", "")), Contains("cannot read"));
  const std::string none = be32(0) + be32(5) + std::string("\x10\0\0\0\0", 5);
  CHECK_THAT(png_refusal(kSignature + chunk("IHDR", none) + chunk("IEND", "")), Contains("cannot read"));
}

TEST_CASE("png reader: a chunk that says it is longer than the file is refused before memory is taken") {
  const std::string header = be32(6) + be32(6) + std::string("\x08\0\0\0\0", 5);
  const std::string file = kSignature + chunk("IHDR", header) + be32(0x73000000) + "eXIf";
  for (const std::size_t behind : {0, 3, 4, 100})
    CHECK_THAT(png_refusal(file + std::string(behind, 'x')), Contains("ends too early"));
  const std::string whole = libpng_encode(noisy_map(6, 5, 8, 1));
  CHECK(samples_of(whole + std::string(50, '\x7F')) == samples_of(whole));  // what follows the end is not looked at
}

TEST_CASE("png reader: damaged files are read or refused, never anything else") {
  StringSink sink;
  write_grey_png(noisy_map(40, 30, 8, 2), sink);
  const Rng rng(23);
  std::size_t refused = 0;
  for (std::uint64_t round = 0; round < 3000; ++round) {
    std::string file = sink.text;
    if (round % 4 == 0) file.resize(rng.below(static_cast<std::uint32_t>(file.size()), round, 0));
    for (std::uint32_t i = 0; i < 1 + rng.below(3, round, 1) && !file.empty(); ++i) {
      const std::uint32_t at =
          rng.below(static_cast<std::uint32_t>(round % 2 == 0 ? std::min<std::size_t>(file.size(), 60) : file.size()),
                    round, 2 + i);
      file[at] = static_cast<char>(static_cast<unsigned char>(file[at]) ^ (1u << rng.below(8, round, 9 + i)));
    }
    try {
      const GreyImage image = decode_grey_png(file, "x");
      REQUIRE(image.samples.size() > 0);
    } catch (const IoError&) {
      ++refused;
    }
  }
  CHECK(refused > 2000);
}

namespace {

std::vector<Rgba8> pixels_of(const std::string& file) {
  const Image image = decode_png(file, "test.png");
  return {image.pixels.values().begin(), image.pixels.values().end()};
}

}  // namespace

TEST_CASE("png reader: pictures of every kind of 8 bits and less become RGBA") {
  using P = std::vector<Rgba8>;
  CHECK(pixels_of(libpng_encode(1, {8, PNG_COLOR_TYPE_RGB}, {{1, 2, 3}})) == P{{1, 2, 3, 255}});
  CHECK(pixels_of(libpng_encode(2, {8, PNG_COLOR_TYPE_RGBA}, {{1, 2, 3, 4, 5, 6, 7, 0}})) ==
        P{{1, 2, 3, 4}, {5, 6, 7, 0}});
  CHECK(pixels_of(libpng_encode(2, {8}, {{9, 255}})) == P{{9, 9, 9, 255}, {255, 255, 255, 255}});
  CHECK(pixels_of(libpng_encode(1, {8, PNG_COLOR_TYPE_GRAY_ALPHA}, {{7, 8}})) == P{{7, 7, 7, 8}});
  CHECK(pixels_of(libpng_encode(2, {1}, {{0b10000000}})) == P{{255, 255, 255, 255}, {0, 0, 0, 255}});
  CHECK(pixels_of(libpng_encode(2, {8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, true}, {{0, 9}})) ==
        P{{0, 0, 0, 0}, {9, 9, 9, 255}});
}

TEST_CASE("png reader: pictures of 16 bits keep them, and have 8-bit pixels beside them") {
  const auto fine_of = [](const std::string& file) {
    const Image image = decode_png(file, "x");
    REQUIRE(image.bits() == 16);
    CHECK(image.pixels.at(0, 0) == rounded_to_8(image.fine.at(0, 0)));
    return image.fine.at(0, 0);
  };
  CHECK(fine_of(libpng_encode(1, {16, PNG_COLOR_TYPE_RGB}, {{1, 2, 3, 4, 255, 255}})) ==
        Rgba16{0x0102, 0x0304, 0xFFFF, 0xFFFF});
  CHECK(fine_of(libpng_encode(1, {16, PNG_COLOR_TYPE_RGBA}, {{1, 2, 3, 4, 5, 6, 7, 8}})) ==
        Rgba16{0x0102, 0x0304, 0x0506, 0x0708});
  CHECK(fine_of(libpng_encode(1, {16, PNG_COLOR_TYPE_GRAY_ALPHA}, {{1, 2, 3, 4}})) ==
        Rgba16{0x0102, 0x0102, 0x0102, 0x0304});
  CHECK(fine_of(libpng_encode(1, {16}, {{9, 8}})) == Rgba16{0x0908, 0x0908, 0x0908, 0xFFFF});
}

TEST_CASE("png reader: the header tells size, depth and greyness") {
  const std::string deep = libpng_encode(1, {16, PNG_COLOR_TYPE_RGB}, {{0, 1, 0, 2, 0, 3}});
  const PngHeader header = png_header(deep, "x");
  CHECK(header.width == 1);
  CHECK(header.bits == 16);
  CHECK_FALSE(header.grey);
  CHECK(png_header(libpng_encode(3, {2}, {{0}}), "x").grey);
  const auto start = png_start(std::string_view(deep).substr(0, kPngStartBytes));
  REQUIRE(start);
  CHECK(start->width == 1);
  CHECK(start->height == 1);
  CHECK(start->bits == 16);
  CHECK_FALSE(start->grey);
  CHECK_FALSE(png_start(std::string_view(deep).substr(0, kPngStartBytes - 1)));
  std::string huge = deep;
  huge[16] = huge[20] = '\x7F';
  CHECK_FALSE(png_start(huge));
  CHECK_THROWS_WITH(decode_png("nothing", "x"), Contains("not a PNG"));
  CHECK_THROWS_WITH(png_header("", "x"), Contains("empty"));
  CHECK(is_png(deep));
  CHECK_FALSE(is_png("\x89PNG"));
}
