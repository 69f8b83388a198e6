// Animated PNG, parsed chunk by chunk here, each frame inflated and unfiltered by libpng.

#include <string>
#include <vector>

#include <zlib.h>
#include "support/catch.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "formats/images/apng.h"
#include "support/png.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;

namespace {

struct Chunk {
  std::string type, data;
};

std::uint32_t big_endian(const std::string& bytes, std::size_t at, std::size_t count = 4) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift);
  return bytes;
}

std::uint32_t checksum(const std::string& bytes) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

/// The chunks of a PNG file, every checksum verified.
std::vector<Chunk> chunks_of(const std::string& file) {
  REQUIRE(file.substr(0, 8) == "\x89PNG\r\n\x1A\n");
  std::vector<Chunk> chunks;
  for (std::size_t at = 8; at < file.size();) {
    const std::size_t size = big_endian(file, at);
    chunks.push_back({file.substr(at + 4, 4), file.substr(at + 8, size)});
    REQUIRE(big_endian(file, at + 8 + size) == checksum(file.substr(at + 4, 4 + size)));
    at += 12 + size;
  }
  return chunks;
}

std::string chunk_bytes(const std::string& type, const std::string& data) {
  return big_endian(static_cast<std::uint32_t>(data.size())) + type + data + big_endian(checksum(type + data));
}

/// Pixels of a frame's data as libpng reads them from a file with that frame alone.
Image decoded(const std::string& header, std::uint32_t width, std::uint32_t height, const std::string& data) {
  const std::string file = "\x89PNG\r\n\x1A\n" +
                           chunk_bytes("IHDR", big_endian(width) + big_endian(height) + header.substr(8)) +
                           chunk_bytes("IDAT", data) + chunk_bytes("IEND", "");
  const DecodedPng png = libpng_decode(file);
  REQUIRE(png.complaints.empty());
  Image image{Grid<Rgba8>(png.width, png.height)};
  const auto channels = static_cast<std::size_t>(png.channels);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const auto sample = [&](std::size_t c) { return static_cast<std::uint8_t>(png.samples[i * channels + c]); };
    image.pixels.values()[i] = {sample(0), sample(1), sample(2), channels == 4 ? sample(3) : std::uint8_t{255}};
  }
  return image;
}

struct Animation {
  std::vector<Image> frames;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> delays;
  std::vector<std::size_t> stored_pixels;
  std::uint32_t announced = 0, plays = 0;
};

/// Plays the file as a viewer would that knows the operations weald uses.
Animation played(const std::string& file) {
  Animation result;
  const auto chunks = chunks_of(file);
  REQUIRE(chunks.at(0).type == "IHDR");
  REQUIRE(chunks.at(1).type == "acTL");
  REQUIRE(chunks.back().type == "IEND");
  const std::string& header = chunks[0].data;
  result.announced = big_endian(chunks[1].data, 0);
  result.plays = big_endian(chunks[1].data, 4);
  Image canvas{Grid<Rgba8>(static_cast<int>(big_endian(header, 0)), static_cast<int>(big_endian(header, 4)))};
  std::uint32_t sequence = 0;
  for (std::size_t i = 2; i + 1 < chunks.size(); i += 2) {
    const std::string& control = chunks[i].data;
    const bool first = i == 2;
    REQUIRE(chunks[i].type == "fcTL");
    REQUIRE(chunks[i + 1].type == (first ? "IDAT" : "fdAT"));
    REQUIRE(big_endian(control, 0) == sequence++);
    if (!first) REQUIRE(big_endian(chunks[i + 1].data, 0) == sequence++);
    REQUIRE(control.substr(24) == std::string(2, '\0'));
    const Image part = decoded(header, big_endian(control, 4), big_endian(control, 8),
                               first ? chunks[i + 1].data : chunks[i + 1].data.substr(4));
    const int left = static_cast<int>(big_endian(control, 12)), top = static_cast<int>(big_endian(control, 16));
    for (int y = 0; y < part.pixels.height(); ++y)
      for (int x = 0; x < part.pixels.width(); ++x) canvas.pixels.at(left + x, top + y) = part.pixels.at(x, y);
    result.frames.push_back(canvas);
    result.stored_pixels.push_back(part.pixels.size());
    result.delays.emplace_back(big_endian(control, 20, 2), big_endian(control, 22, 2));
  }
  return result;
}

/// Frames that differ in a few rectangles and are noise otherwise.
std::vector<Image> noise_frames(bool opaque) {
  const Rng rng(7);
  Image image{Grid<Rgba8>(37, 23)};
  std::vector<Image> frames;
  for (std::uint64_t f = 0; f < 5; ++f) {
    for (int y = 0; y < 23; ++y) {
      for (int x = 0; x < 37; ++x) {
        const bool changes = f == 0 || (f == 1 && x > 5 && x < 9 && y == 4) || (f == 2 && y > 20) || f == 4;
        if (!changes) continue;
        const auto bits = rng.bits(f, static_cast<std::uint64_t>(y * 37 + x))[0];
        const auto byte = [&](int shift) { return static_cast<std::uint8_t>(bits >> shift); };
        image.pixels.at(x, y) = {byte(0), byte(8), byte(16), opaque ? std::uint8_t{255} : byte(24)};
      }
    }
    frames.push_back(image);
  }
  return frames;
}

std::string encode(const std::vector<Image>& frames, const std::vector<FrameDelay>& delays) {
  StringSink sink;
  write_apng(frames, delays, sink);
  return sink.text;
}

}  // namespace

TEST_CASE("apng: every frame comes back, whole, from the rectangles that changed") {
  const bool opaque = GENERATE(true, false);
  const auto frames = noise_frames(opaque);
  const Animation animation = played(encode(frames, {{1, 12}}));
  REQUIRE(animation.frames.size() == frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) CHECK(animation.frames[i].pixels == frames[i].pixels);
  CHECK(animation.announced == 5);
  CHECK(animation.plays == 0);
  CHECK(animation.stored_pixels == std::vector<std::size_t>{37 * 23, 3, 37 * 2, 1, 37 * 23});
  for (const auto& delay : animation.delays) CHECK(delay == std::pair{1u, 12u});
}

TEST_CASE("apng: a viewer without animation sees the first frame") {
  const auto frames = noise_frames(true);
  const DecodedPng png = libpng_decode(encode(frames, {{1, 2}}));
  CHECK(png.complaints.empty());
  CHECK(png.channels == 3);
  REQUIRE(png.samples.size() == frames[0].pixels.size() * 3);
  for (std::size_t i = 0; i < frames[0].pixels.size(); ++i) {
    const Rgba8& p = frames[0].pixels.values()[i];
    CHECK(png.samples[3 * i] == p.r);
    CHECK(png.samples[3 * i + 2] == p.b);
  }
}

TEST_CASE("apng: frames have delays of their own") {
  const auto frames = noise_frames(true);
  const Animation animation = played(encode({frames[0], frames[1]}, {{3, 4}, {1, 50}}));
  CHECK(animation.delays == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{3, 4}, {1, 50}});
}

TEST_CASE("apng: empty frames and frames of different sizes are refused") {
  StringSink sink;
  const std::vector<FrameDelay> delay{{1, 10}};
  CHECK_THROWS_AS(write_apng(std::vector{Image{}}, delay, sink), StageError);
  const std::vector<Image> frames{Image{Grid<Rgba8>(4, 4)}, Image{Grid<Rgba8>(4, 5)}};
  CHECK_THROWS_AS(write_apng(frames, delay, sink), StageError);
}
