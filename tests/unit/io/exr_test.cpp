// EXR files against a reader of our own that knows just what weald writes, and files that are not as they should be.

#include <zlib.h>
#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <map>

#include "core/error.h"
#include "core/rng.h"
#include "io/exr.h"

using namespace weald;
using namespace weald::io;
using Catch::Matchers::Contains;

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

template <class T>
T take(const std::string& text, std::size_t& at) {
  T value;
  REQUIRE(at + sizeof value <= text.size());
  std::memcpy(&value, text.data() + at, sizeof value);  // the format is little-endian, and so are we
  at += sizeof value;
  return value;
}

std::string take_name(const std::string& text, std::size_t& at) {
  const std::string name(text.c_str() + at);
  at += name.size() + 1;
  return name;
}

/// Undoes what the format does to bytes before they are deflated: two halves interleaved, then differences.
std::string inflated(const std::string& packed, std::size_t size) {
  if (packed.size() == size) return packed;  // stored, since it did not get smaller
  std::string bytes(size, '\0'), result(size, '\0');
  uLongf length = size;
  REQUIRE(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length, reinterpret_cast<const Bytef*>(packed.data()),
                     packed.size()) == Z_OK);
  REQUIRE(length == size);
  for (std::size_t i = 1; i < size; ++i) bytes[i] = static_cast<char>(bytes[i - 1] + bytes[i] - 128);
  for (std::size_t i = 0; i < size; ++i) result[i] = bytes[i % 2 == 0 ? i / 2 : (size + 1) / 2 + i / 2];
  return result;
}

struct Attribute {
  std::string type, value;
};

/// An EXR file of scan lines in zip blocks with one float channel, read after the format's description.
Grid<float> read_plain_exr(const std::string& text, std::map<std::string, Attribute>& attributes) {
  std::size_t at = 0;
  REQUIRE(take<std::uint32_t>(text, at) == 20000630);
  REQUIRE(take<std::uint32_t>(text, at) == 2);
  while (text[at] != '\0') {
    const std::string name = take_name(text, at), type = take_name(text, at);
    const auto size = take<std::uint32_t>(text, at);
    attributes[name] = {type, text.substr(at, size)};
    at += size;
  }
  ++at;
  std::int32_t window[4];
  REQUIRE(attributes["dataWindow"].value.size() == sizeof window);
  std::memcpy(window, attributes["dataWindow"].value.data(), sizeof window);
  Grid<float> samples(window[2] + 1, window[3] + 1);
  const int blocks = (samples.height() + 15) / 16;
  std::vector<std::uint64_t> offsets;
  for (int i = 0; i < blocks; ++i) offsets.push_back(take<std::uint64_t>(text, at));
  for (int i = 0; i < blocks; ++i) {
    CHECK(offsets[static_cast<std::size_t>(i)] == at);
    CHECK(take<std::int32_t>(text, at) == 16 * i);
    const auto size = take<std::uint32_t>(text, at);
    const int rows = std::min(16, samples.height() - 16 * i);
    const std::size_t bytes = 4 * static_cast<std::size_t>(rows) * static_cast<std::size_t>(samples.width());
    const std::string block = inflated(text.substr(at, size), bytes);
    at += size;
    std::memcpy(samples.row(16 * i).data(), block.data(), bytes);
  }
  CHECK(at == text.size());
  return samples;
}

}  // namespace

TEST_CASE("exr: another reader finds the same bits, for sizes around the blocks") {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{17, 33}, std::pair{64, 16}, std::pair{129, 5}}) {
    const Grid<float> samples = random_floats(width, height);
    std::map<std::string, Attribute> attributes;
    const std::string text = exr_of(samples);
    CHECK(read_plain_exr(text, attributes) == samples);
    CHECK(attributes["compression"].value == "\x03");
    CHECK(attributes["lineOrder"].value == std::string(1, '\0'));
    CHECK(attributes["channels"].value.substr(0, 6) == std::string("Y\0\2\0\0\0", 6));
    CHECK(is_exr(text));
    CHECK(read_exr(text, "x") == samples);
  }
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

TEST_CASE("exr: files that are cut short or damaged at the start are refused") {
  const std::string text = exr_of(random_floats(40, 40));
  CHECK_THROWS_WITH(read_exr("", "none.exr"), Contains("none.exr"));
  CHECK_THROWS_AS(read_exr("no picture at all, whatever its name says", "x"), IoError);
  for (std::size_t size = 8; size < text.size(); size += 1 + size / 6)
    CHECK_THROWS_AS(read_exr(text.substr(0, size), "x"), IoError);
  std::string strange = text;
  strange[5] = 2;  // tiles
  CHECK_THROWS_AS(read_exr(strange, "x"), IoError);
  strange[5] = 16;  // several parts
  CHECK_THROWS_WITH(read_exr(strange, "x"), Contains("several parts"));
}

TEST_CASE("exr: a data window that is too large is refused before memory is asked for") {
  std::string text = exr_of(random_floats(40, 40));
  const std::size_t window = text.find("dataWindow") + std::strlen("dataWindow") + 1 + std::strlen("box2i") + 1 + 4;
  const std::int32_t large = 2000000000;
  std::memcpy(text.data() + window + 8, &large, 4);
  CHECK_THROWS_AS(read_exr(text, "x"), IoError);
  const std::int32_t last = 30000;
  std::memcpy(text.data() + window + 8, &last, 4);
  std::memcpy(text.data() + window + 12, &last, 4);
  CHECK_THROWS_WITH(read_exr(text, "x"), Contains("16385 x 16385"));
}
