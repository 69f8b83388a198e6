// The PNG encoder and the joining of deflate streams, read back by libpng and zlib.

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <zlib.h>
#include "support/catch.h"

#include "base/parallel.h"
#include "base/rng.h"
#include "formats/images/detail/deflate.h"
#include "formats/images/detail/png_encoder.h"
#include "formats/images/png_reader.h"
#include "support/png.h"
#include "unit/formats/images/grey_maps.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::string encode(const GreyMap& map) {
  StringSink sink;
  write_grey_png(map, sink);
  return sink.text;
}

/// True when libpng finds nothing wrong with `file`, and `map` in it.
bool libpng_finds(const GreyMap& map, const std::string& file) {
  const DecodedPng png = libpng_decode(file);
  return png.complaints.empty() && png.bits == 16 && png.channels == 1 && png.width == map.width() &&
         png.height == map.height() && std::ranges::equal(png.samples, map.values());
}

/// Data between random (`noise` 256) and very repetitive (1).
Bytes test_bytes(std::size_t size, unsigned noise, std::uint64_t seed) {
  Bytes bytes(size);
  const Rng rng(seed);
  for (std::size_t i = 0; i < size; ++i) {
    bytes[i] = static_cast<std::uint8_t>(rng.below(noise, i) + (i / 1000 % 3));
  }
  return bytes;
}

/// A raw deflate stream in zlib's hands, with room for `size` bytes and one more.
struct ZlibInflater {
  ZlibInflater(const Bytes& stream, std::size_t size) : out(size + 1) {
    inflateInit2(&state, -15);
    state.next_in = const_cast<Bytef*>(stream.data());
    state.avail_in = static_cast<uInt>(stream.size());
    state.next_out = out.data();
    state.avail_out = static_cast<uInt>(out.size());
  }
  ~ZlibInflater() { inflateEnd(&state); }
  ZlibInflater(const ZlibInflater&) = delete;
  ZlibInflater& operator=(const ZlibInflater&) = delete;

  z_stream state{};
  Bytes out;
};

/// What the stream holds by zlib's word; empty when it is not sound or goes on after its end.
Bytes zlib_inflate(const Bytes& stream, std::size_t size) {
  ZlibInflater inflater(stream, size);
  const int code = inflate(&inflater.state, Z_FINISH);
  inflater.out.resize(code == Z_STREAM_END && inflater.state.avail_in == 0 ? inflater.state.total_out : 0);
  return std::move(inflater.out);
}

}  // namespace

TEST_CASE("deflate pieces: of every level, size and kind of data, one that others follow ends where the next begins") {
  const Bytes next = test_bytes(300, 7, 3);
  for (const int level : {1, 4, 7}) {
    const Deflater deflater(level);
    for (const unsigned noise : {1u, 2u, 7u, 60u, 256u}) {
      // Some of one block and some of several.
      for (const std::size_t size : {0u, 1u, 2u, 3u, 4u, 5u, 100u, 5000u, 49151u, 49152u, 49153u, 200000u}) {
        CAPTURE(level, noise, size);
        Bytes whole = test_bytes(size, noise, noise);
        Bytes stream = deflater.piece(whole, false);
        const Bytes end = deflater.piece(next, true);
        stream.insert(stream.end(), end.begin(), end.end());
        whole.insert(whole.end(), next.begin(), next.end());
        CHECK(zlib_inflate(stream, whole.size()) == whole);
      }
    }
  }
}

TEST_CASE("deflate pieces: many of different levels, joined, inflate to the whole") {
  Bytes whole, stream;
  for (unsigned i = 0; i < 40; ++i) {
    const Bytes piece = test_bytes(i * i * 53, i % 5 == 0 ? 1 : 3 + i * 6, i);
    const Bytes packed = Deflater(i % 3 == 0 ? 7 : 1).piece(piece, i == 39);
    whole.insert(whole.end(), piece.begin(), piece.end());
    stream.insert(stream.end(), packed.begin(), packed.end());
  }
  CHECK(zlib_inflate(stream, whole.size()) == whole);
}

TEST_CASE("deflate: zlib streams have the right checksum") {
  for (const std::size_t size : {0u, 1u, 70000u}) {
    const Bytes whole = test_bytes(size, 60, 1);
    const Bytes stream = Deflater(4).zlib_stream(whole);
    Bytes out(size + 1);
    uLongf found = out.size();
    REQUIRE(uncompress(out.data(), &found, stream.data(), static_cast<uLong>(stream.size())) == Z_OK);
    out.resize(found);
    CHECK(out == whole);
  }
}

TEST_CASE("png encoder: libpng reads back every sample, for odd sizes and single rows and columns") {
  for (const auto& [width, height] :
       {std::pair{1, 1}, {1, 37}, {41, 1}, {2, 3}, {3, 2}, {63, 65}, {127, 31}, {1025, 17}, {5, 4099}, {700, 900}}) {
    CAPTURE(width, height);
    const GreyMap map = noisy_map(width, height, 8, 5);
    CHECK(libpng_finds(map, encode(map)));
    CHECK(decode_grey_png(encode(map), "memory").samples == map);
  }
}

TEST_CASE(
    "png encoder: libpng reads back every sample of every kind of map, also where encodings change between bands") {
  GreyMap mixed = flooded(noisy_map(1500, 1500, 8, 3), 30000);
  for (int y = 400; y < 1100; ++y) std::fill(mixed.row(y).begin(), mixed.row(y).end(), std::uint16_t{1234});
  for (const GreyMap& map : {mixed, constant_map(1200, 1200, 0), constant_map(600, 600, 65535),
                             ramp_map(900, 900, 71, 13), terraced(noisy_map(800, 800, 6, 4), 4096)}) {
    CHECK(libpng_finds(map, encode(map)));
  }
}

TEST_CASE("png encoder: libpng reads back pictures of several groups of bands") {
  GreyMap map = ramp_map(3000, 3000, 0, 1);  // 18 MB: three groups, of which each continues the one before
  for (int y = 1300; y < 1700; ++y) {
    for (int x = 0; x < 3000; ++x)
      map.at(x, y) = static_cast<std::uint16_t>(x * 40503u + static_cast<unsigned>(y) * 9973u);
  }
  const std::string file = encode(map);
  CHECK(libpng_finds(map, file));
  CHECK(file.size() < map.size() / 2);
}

TEST_CASE("png encoder: the same bytes for 1, 2 and 8 threads") {
  for (const GreyMap& map :
       {noisy_map(1025, 1025, 8, 9), constant_map(1300, 1300, 7), flooded(noisy_map(900, 1400, 8, 2), 33000)}) {
    std::vector<std::string> files;
    for (const int threads : {1, 2, 8}) {
      const ThreadLimit limit(threads);
      files.push_back(encode(map));
    }
    CHECK(files[0] == files[1]);
    CHECK(files[0] == files[2]);
  }
}

TEST_CASE("png encoder: no larger than libpng's default on any kind of map, to a thousandth of the samples",
          "[statistics]") {
  const GreyMap land = noisy_map(700, 700, 8, 11);
  const GreyMap smooth = noisy_map(700, 700, 4, 11);
  for (const GreyMap& map : {land, smooth, constant_map(900, 900, 500), ramp_map(700, 700, 32, 0),
                             ramp_map(700, 700, 0, 5), ramp_map(700, 700, 10, 20), terraced(land, 4096),
                             flooded(land, 32768), noisy_map(9, 7, 8, 1), noisy_map(64, 64, 8, 1)}) {
    CHECK(encode(map).size() <= libpng_encode(map).size() + sizeof(std::uint16_t) * map.size() / 1000);
  }
}

TEST_CASE("png encoder: an interrupted run stops") {
  std::atomic<bool> stop = true;
  RunContext context;
  context.stop = &stop;
  StringSink sink;
  CHECK_THROWS_AS(write_grey_png(noisy_map(50, 50, 2, 1), sink, context), Interrupted);
}
