// EXR files as another program reads and writes them, and files that are not as they should be.

#include <tinyexr.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>
#include "support/catch.h"

#include "base/error.h"
#include "base/rng.h"
#include "formats/images/exr.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;

namespace {

Grid<float> random_floats(int width, int height) {
  Grid<float> samples(width, height);
  const Rng rng(8);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples.values()[i] = static_cast<float>(rng.uniform_in(-500, 4000, i));
  return samples;
}

std::string exr_of(const Grid<float>& samples) {
  StringSink sink;
  write_exr(samples, sink);
  return sink.text;
}

/// A channel for the other program's writer: its name, its type as the format numbers them, and its samples as floats.
struct Plane {
  char name;
  int stored_type;
  std::vector<float> values;
};

std::string other_exr(int width, int height, int compression, std::vector<Plane> planes) {
  EXRHeader header;
  InitEXRHeader(&header);
  EXRImage image;
  InitEXRImage(&image);
  std::vector<EXRChannelInfo> channels(planes.size());
  std::vector<int> given(planes.size(), TINYEXR_PIXELTYPE_FLOAT), stored;
  std::vector<unsigned char*> pointers;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    channels[i] = {};
    channels[i].name[0] = planes[i].name;
    stored.push_back(planes[i].stored_type);
    pointers.push_back(reinterpret_cast<unsigned char*>(planes[i].values.data()));
  }
  header.num_channels = image.num_channels = static_cast<int>(planes.size());
  header.channels = channels.data();
  header.pixel_types = given.data();
  header.requested_pixel_types = stored.data();
  header.compression_type = compression;
  image.images = pointers.data();
  image.width = width;
  image.height = height;
  unsigned char* memory = nullptr;
  const char* complaint = nullptr;
  const std::size_t size = SaveEXRImageToMemory(&image, &header, &memory, &complaint);
  REQUIRE(size > 0);
  const std::unique_ptr<unsigned char, void (*)(void*)> owner(memory, std::free);
  return {reinterpret_cast<const char*>(memory), size};
}

/// What the other program's reader makes of a file.
Grid<float> other_reading(const std::string& text) {
  float* rgba = nullptr;
  int width = 0, height = 0;
  const char* complaint = nullptr;
  REQUIRE(LoadEXRFromMemory(&rgba, &width, &height, reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                            &complaint) == TINYEXR_SUCCESS);
  const std::unique_ptr<float, void (*)(void*)> owner(rgba, std::free);
  Grid<float> samples(width, height);
  for (std::size_t i = 0; i < samples.size(); ++i) samples.values()[i] = rgba[4 * i];
  return samples;
}

}  // namespace

TEST_CASE("exr: two readers find the bits that were written, for sizes around the blocks") {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{17, 33}, std::pair{64, 16}, std::pair{129, 5}}) {
    const Grid<float> samples = random_floats(width, height);
    const std::string text = exr_of(samples);
    CHECK(is_exr(text));
    CHECK(read_exr(text, "x") == samples);
    CHECK(other_reading(text) == samples);
    CHECK(text.find(std::string("Y\0\2\0\0\0", 6)) != std::string::npos);  // its channel, of floats
  }
}

TEST_CASE("exr: the other program's files are read, whatever their compression and types") {
  constexpr int kWidth = 37, kHeight = 21;
  std::vector<float> smooth(kWidth * kHeight), other(smooth.size());
  for (std::size_t i = 0; i < smooth.size(); ++i) {
    // Numbers that a half can hold, in runs, with every kind of exponent.
    const std::array<float, 8> kinds{
        0.0f, 1.0f, -2.5f, 65504.0f, 6.103515625e-5f, 5.9604644775390625e-8f, -0.333251953125f, 1024.0f};
    smooth[i] = kinds[i / 5 % 8];
    other[i] = static_cast<float>(i);
  }
  for (const int compression : {TINYEXR_COMPRESSIONTYPE_NONE, TINYEXR_COMPRESSIONTYPE_RLE, TINYEXR_COMPRESSIONTYPE_ZIPS,
                                TINYEXR_COMPRESSIONTYPE_ZIP}) {
    for (const int type : {TINYEXR_PIXELTYPE_HALF, TINYEXR_PIXELTYPE_FLOAT}) {
      const auto read = [&](std::vector<Plane> planes) {
        const Grid<float> samples = read_exr(other_exr(kWidth, kHeight, compression, std::move(planes)), "x");
        REQUIRE(samples.width() == kWidth);
        REQUIRE(samples.height() == kHeight);
        return std::vector<float>(samples.values().begin(), samples.values().end());
      };
      CHECK(read({{'Z', type, smooth}}) == smooth);
      CHECK(read({{'B', TINYEXR_PIXELTYPE_FLOAT, other}, {'G', TINYEXR_PIXELTYPE_HALF, other}, {'R', type, smooth}}) ==
            smooth);
      CHECK(read({{'R', TINYEXR_PIXELTYPE_FLOAT, other}, {'Y', type, smooth}, {'Z', TINYEXR_PIXELTYPE_HALF, other}}) ==
            smooth);
    }
  }
  CHECK_THROWS_WITH(
      read_exr(other_exr(kWidth, kHeight, TINYEXR_COMPRESSIONTYPE_PIZ, {{'Y', TINYEXR_PIXELTYPE_FLOAT, other}}), "x"),
      Contains("compression is not supported"));
  CHECK_THROWS_WITH(read_exr(other_exr(kWidth, kHeight, TINYEXR_COMPRESSIONTYPE_ZIP,
                                       {{'A', TINYEXR_PIXELTYPE_FLOAT, other}, {'B', TINYEXR_PIXELTYPE_FLOAT, other}}),
                             "x"),
                    Contains("no channel called 'Y' or 'R'"));
}

TEST_CASE("exr: a level map, extreme numbers and equal bytes for equal maps") {
  const Grid<float> flat(70, 40, 12.5f);
  const std::string text = exr_of(flat);
  CHECK(text.size() < 2000);
  CHECK(read_exr(text, "x") == flat);
  CHECK(exr_of(flat) == text);
  Grid<float> odd(3, 1);
  odd.at(0, 0) = 3.4e38f;
  odd.at(1, 0) = -1e-45f;
  odd.at(2, 0) = -0.0f;
  const Grid<float> back = read_exr(exr_of(odd), "x");
  for (int x = 0; x < 3; ++x)
    CHECK(std::bit_cast<std::uint32_t>(back.at(x, 0)) == std::bit_cast<std::uint32_t>(odd.at(x, 0)));
}

TEST_CASE("exr: files that are cut short or not of the kind that is read are refused") {
  const std::string text = exr_of(random_floats(40, 40));
  CHECK_THROWS_WITH(read_exr("", "none.exr"), Contains("none.exr"));
  CHECK_THROWS_AS(read_exr("no picture at all, whatever its name says", "x"), IoError);
  for (std::size_t size = 0; size < text.size(); size += 1 + size / 50)
    CHECK_THROWS_AS(read_exr(text.substr(0, size), "x"), IoError);
  std::string strange = text;
  for (const char flag : {'\2', '\10', '\20'}) {  // tiles, deep samples, parts
    strange[5] = flag;
    CHECK_THROWS_WITH(read_exr(strange, "x"), Contains("only single-part EXR images"));
  }
  strange[5] = 4;  // long names
  CHECK(read_exr(strange, "x").width() == 40);
}

TEST_CASE("exr: damaged files are refused or read as another picture, never worse") {
  const std::string text = exr_of(random_floats(23, 35));
  const Rng rng(77);
  int refused = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    std::string damaged = text;
    // Half of the damage in the header and the table of offsets.
    const std::uint32_t end = i % 2 == 0 ? 400 : static_cast<std::uint32_t>(text.size());
    for (std::uint64_t k = 0; k <= i % 3; ++k)
      damaged[rng.below(end, i, 2 * k)] = static_cast<char>(rng.below(256, i, 2 * k + 1));
    try {
      const bool empty = read_exr(damaged, "x").empty();
      CHECK_FALSE(empty);
    } catch (const IoError&) {
      ++refused;
    }
  }
  CHECK(refused > 500);
}

TEST_CASE("exr: a data window that is too large is refused before memory is asked for") {
  std::string text = exr_of(random_floats(40, 40));
  const std::size_t window = text.find("dataWindow") + std::strlen("dataWindow") + 1 + std::strlen("box2i") + 1 + 4;
  const std::int32_t large = 2000000000;
  std::memcpy(text.data() + window + 8, &large, 4);
  CHECK_THROWS_WITH(read_exr(text, "x"), Contains("16385 x 16385"));
  const std::int32_t last = 30000;
  std::memcpy(text.data() + window + 8, &last, 4);
  std::memcpy(text.data() + window + 12, &last, 4);
  CHECK_THROWS_WITH(read_exr(text, "x"), Contains("16385 x 16385"));
  const std::int32_t more = 16000;  // within the limit, but there is no table of that many rows
  std::memcpy(text.data() + window + 8, &more, 4);
  std::memcpy(text.data() + window + 12, &more, 4);
  CHECK_THROWS_WITH(read_exr(text, "x"), Contains("cut short"));
}
