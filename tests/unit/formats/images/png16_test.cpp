// The 16-bit PNG encoder and the joining of deflate streams, read back by libpng and zlib.

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <zlib.h>
#include <catch2/catch.hpp>

#include "base/parallel.h"
#include "base/rng.h"
#include "formats/images/detail/deflate.h"
#include "formats/images/detail/png16.h"
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
  write_png16(map, sink);
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

TEST_CASE("deflate pieces: of every coder, size and kind of data, one that others follow ends where the next begins") {
  const Bytes next = test_bytes(300, 7, 3);
  for (const DeflateCoder coder :
       {DeflateCoder::literals, DeflateCoder::fast, DeflateCoder::even, DeflateCoder::dense}) {
    for (const unsigned noise : {1u, 2u, 7u, 60u, 256u}) {
      // Some of one block and some of several: 48 KiB, and a little less and more.
      for (const std::size_t size : {0u, 1u, 2u, 3u, 4u, 5u, 100u, 5000u, 49151u, 49152u, 49153u, 200000u}) {
        CAPTURE(static_cast<int>(coder), noise, size);
        Bytes whole = test_bytes(size, noise, noise);
        DeflateScratch scratch;
        Bytes stream = deflate_piece(whole, coder, false, scratch);
        const Bytes end = deflate_piece(next, coder, true, scratch);
        stream.insert(stream.end(), end.begin(), end.end());
        whole.insert(whole.end(), next.begin(), next.end());
        CHECK(zlib_inflate(stream, whole.size()) == whole);
      }
    }
  }
}

TEST_CASE("deflate pieces: the fast coder is joined where 48 KiB make several blocks, too") {
  // Pairs of bytes that come back after three others: more matches than libdeflate keeps for a block.
  Bytes whole;
  const Rng rng(5);
  for (std::uint64_t i = 0; whole.size() < 150000; ++i) {
    const auto known = static_cast<std::uint8_t>(rng.below(4, i));
    whole.insert(whole.end(), {known, static_cast<std::uint8_t>(known * 7), static_cast<std::uint8_t>(known * 11),
                               static_cast<std::uint8_t>(known * 13), static_cast<std::uint8_t>(rng.below(256, ~i))});
  }
  Bytes stream = deflate_piece(whole, DeflateCoder::fast, false);
  const Bytes end = deflate_piece(whole, DeflateCoder::fast, true);
  stream.insert(stream.end(), end.begin(), end.end());
  Bytes twice = whole;
  twice.insert(twice.end(), whole.begin(), whole.end());
  CHECK(zlib_inflate(stream, twice.size()) == twice);
}

TEST_CASE("deflate pieces: joined they inflate to the whole, and so do their checksums") {
  Bytes whole, stream;
  std::uint32_t checksum = 1;
  for (unsigned i = 0; i < 40; ++i) {
    const bool is_last = i == 39;
    const Bytes piece = test_bytes(i * i * 53, i % 5 == 0 ? 1 : 3 + i * 6, i);
    const Bytes packed = deflate_piece(piece, i % 3 == 0 ? DeflateCoder::dense : DeflateCoder::fast, is_last);
    whole.insert(whole.end(), piece.begin(), piece.end());
    stream.insert(stream.end(), packed.begin(), packed.end());
    checksum = join_adler32(checksum, io::adler32(piece), piece.size());
  }
  CHECK(zlib_inflate(stream, whole.size()) == whole);
  CHECK(checksum == ::adler32(1, whole.data(), static_cast<uInt>(whole.size())));
}

TEST_CASE("png16: libpng reads back every sample, for odd sizes and single rows and columns") {
  for (const auto& [width, height] :
       {std::pair{1, 1}, {1, 37}, {41, 1}, {2, 3}, {3, 2}, {63, 65}, {127, 31}, {1025, 17}, {5, 4099}, {700, 900}}) {
    CAPTURE(width, height);
    const GreyMap map = noisy_map(width, height, 8, 5);
    CHECK(libpng_finds(map, encode(map)));
    CHECK(decode_grey_png(encode(map), "memory").samples == map);
  }
}

TEST_CASE("png16: libpng reads back every sample of every kind of map, also where coders change between bands") {
  GreyMap mixed = flooded(noisy_map(1500, 1500, 8, 3), 30000);
  for (int y = 400; y < 1100; ++y) std::fill(mixed.row(y).begin(), mixed.row(y).end(), std::uint16_t{1234});
  for (const GreyMap& map : {mixed, constant_map(1200, 1200, 0), constant_map(600, 600, 65535),
                             ramp_map(900, 900, 71, 13), terraced(noisy_map(800, 800, 6, 4), 4096)}) {
    CHECK(libpng_finds(map, encode(map)));
  }
}

TEST_CASE("deflate pieces: the dense coder refers to the bytes before a piece") {
  const Bytes whole = test_bytes(200000, 256, 4);
  Bytes twice = whole;
  twice.insert(twice.end(), whole.end() - 30000, whole.end());
  const auto repeated = std::span(twice).subspan(whole.size());
  DeflateScratch scratch;
  Bytes stream = deflate_piece(whole, DeflateCoder::dense, false, scratch);
  const std::size_t before = stream.size();
  const Bytes end = deflate_piece(repeated, DeflateCoder::dense, true, scratch, whole);
  stream.insert(stream.end(), end.begin(), end.end());
  CHECK(stream.size() - before < repeated.size() / 50);
  CHECK(zlib_inflate(stream, twice.size()) == twice);
}

TEST_CASE(
    "png16: libpng reads back pictures of several groups of bands, whichever coder continues from one to the next") {
  GreyMap map = ramp_map(3000, 3000, 0, 1);  // 18 MB: three groups, of which each continues the one before
  for (int y = 1300; y < 1700; ++y) {
    for (int x = 0; x < 3000; ++x)
      map.at(x, y) = static_cast<std::uint16_t>(x * 40503u + static_cast<unsigned>(y) * 9973u);
  }
  const std::string file = encode(map);
  CHECK(libpng_finds(map, file));
  CHECK(file.size() < map.size() / 2);
}

TEST_CASE("png16: the same bytes for 1, 2 and 8 threads") {
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

TEST_CASE("png16: no larger than libpng's default on any kind of map", "[statistics]") {
  const GreyMap land = noisy_map(700, 700, 8, 11);
  const GreyMap smooth = noisy_map(700, 700, 4, 11);
  for (const GreyMap& map : {land, smooth, constant_map(900, 900, 500), ramp_map(700, 700, 32, 0),
                             ramp_map(700, 700, 0, 5), ramp_map(700, 700, 10, 20), terraced(land, 4096),
                             flooded(land, 32768), noisy_map(9, 7, 8, 1), noisy_map(64, 64, 8, 1)}) {
    CHECK(encode(map).size() <= libpng_encode(map).size());
  }
}

TEST_CASE("png16: an interrupted run stops") {
  std::atomic<bool> stop = true;
  RunContext context;
  context.stop = &stop;
  StringSink sink;
  CHECK_THROWS_AS(write_png16(noisy_map(50, 50, 2, 1), sink, context), Interrupted);
}
