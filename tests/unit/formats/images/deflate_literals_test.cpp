// Deflate without matches, decoded by zlib and libdeflate, and its Huffman codes against the textbook method.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>
#include <vector>

#include <libdeflate.h>
#include <zlib.h>
#include <catch2/catch.hpp>

#include "base/rng.h"
#include "formats/images/detail/deflate_literals.h"
#include "formats/images/detail/huffman_codes.h"

using namespace weald;
using namespace weald::io;

namespace {

using LiteralBytes = std::vector<std::uint8_t>;

/// Bytes of a geometric distribution: the smaller `share`, the more of them are 0.
LiteralBytes skewed(std::size_t size, double share) {
  LiteralBytes bytes(size);
  const Rng rng(9);
  for (std::size_t i = 0; i < size; ++i) {
    while (bytes[i] < 255 && rng.uniform(i, bytes[i]) < share) ++bytes[i];
  }
  return bytes;
}

LiteralBytes zlib_decoded(const LiteralBytes& stream, std::size_t size) {
  z_stream state{};
  inflateInit2(&state, -15);
  LiteralBytes out(size + 1);
  state.next_in = const_cast<Bytef*>(stream.data());
  state.avail_in = static_cast<uInt>(stream.size());
  state.next_out = out.data();
  state.avail_out = static_cast<uInt>(out.size());
  const bool ok = inflate(&state, Z_FINISH) == Z_STREAM_END && state.avail_in == 0;
  out.resize(ok ? state.total_out : 0);
  inflateEnd(&state);
  return out;
}

LiteralBytes libdeflate_decoded(const LiteralBytes& stream, std::size_t size) {
  LiteralBytes out(size + 1);
  std::size_t got = 0;
  libdeflate_decompressor* const decompressor = libdeflate_alloc_decompressor();
  const bool ok = libdeflate_deflate_decompress(decompressor, stream.data(), stream.size(), out.data(), out.size(),
                                                &got) == LIBDEFLATE_SUCCESS;
  libdeflate_free_decompressor(decompressor);
  out.resize(ok ? got : 0);
  return out;
}

/// Bits of a Huffman code by the textbook method: the two least used are joined, again and again.
std::uint64_t huffman_bits(const std::vector<std::uint32_t>& uses) {
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> nodes;
  for (const std::uint32_t count : uses) {
    if (count > 0) nodes.push(count);
  }
  std::uint64_t bits = 0;
  while (nodes.size() > 1) {
    std::uint64_t sum = nodes.top();
    nodes.pop();
    sum += nodes.top();
    nodes.pop();
    bits += sum;
    nodes.push(sum);
  }
  return bits;
}

std::uint64_t bits_of(const std::vector<std::uint32_t>& uses, const std::vector<std::uint8_t>& lengths) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < uses.size(); ++i) bits += std::uint64_t{uses[i]} * lengths[i];
  return bits;
}

/// The share of all bit strings that begin with a code: 1 for a complete code.
double kraft_sum(const std::vector<std::uint8_t>& lengths) {
  double sum = 0;
  for (const std::uint8_t length : lengths) sum += length > 0 ? std::ldexp(1.0, -length) : 0;
  return sum;
}

}  // namespace

TEST_CASE("deflate literals: zlib and libdeflate decode them, and their size is known before") {
  for (const std::size_t size : {0u, 1u, 2u, 3u, 5u, 1000u, 131071u, 131072u, 131073u, 400000u}) {
    for (const double share : {0.0, 0.2, 0.9, 0.99, 0.9999}) {
      CAPTURE(size, share);
      const LiteralBytes bytes = skewed(size, share);
      const LiteralBytes stream = deflate_literals(bytes, true);
      CHECK(zlib_decoded(stream, size) == bytes);
      CHECK(libdeflate_decoded(stream, size) == bytes);
      if (size == 0) continue;
      const std::size_t expected = (literal_bits(bytes) + 7) / 8;  // stored blocks may need fewer bits to end a byte
      CHECK(stream.size() <= expected);
      CHECK(stream.size() + 4 >= expected);
    }
  }
}

TEST_CASE("deflate literals: random bytes are stored, with hardly any addition") {
  LiteralBytes bytes(300000);
  const Rng rng(3);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(rng.below(256, i));
  const LiteralBytes stream = deflate_literals(bytes, true);
  CHECK(stream.size() < bytes.size() + 50);
  CHECK(zlib_decoded(stream, bytes.size()) == bytes);
}

TEST_CASE("deflate literals: the size is within a twelfth of a bit of the entropy for each byte") {
  const LiteralBytes bytes = skewed(400000, 0.9);
  std::array<double, 256> uses{};
  for (const std::uint8_t byte : bytes) ++uses[byte];
  double entropy = 0;
  for (const double count : uses) {
    if (count > 0) entropy -= count * std::log2(count / static_cast<double>(bytes.size()));
  }
  const double bits = static_cast<double>(deflate_literals(bytes, true).size()) * 8;
  CHECK(bits >= entropy * 0.999);  // blocks have codes of their own
  CHECK(bits <= entropy + static_cast<double>(bytes.size()) / 12);
}

TEST_CASE("huffman codes: complete, and as short as those of the textbook method where no length is too long") {
  const Rng rng(12);
  for (std::uint64_t round = 0; round < 200; ++round) {
    std::vector<std::uint32_t> uses(2 + rng.below(255, round));
    for (std::size_t i = 0; i < uses.size(); ++i)
      uses[i] = rng.below(3, round, i) == 0 ? 0 : 200 + rng.below(2000, round, i + 1000);
    std::vector<std::uint8_t> lengths(uses.size());
    huffman_lengths(uses, 15, lengths);
    CHECK(kraft_sum(lengths) == 1);
    const auto used = std::ranges::count_if(uses, [](std::uint32_t count) { return count > 0; });
    if (used > 1) CHECK(bits_of(uses, lengths) == huffman_bits(uses));
  }
}

TEST_CASE("huffman codes: Fibonacci numbers of uses, whose codes are the longest, are kept within the limit") {
  std::vector<std::uint32_t> uses{1, 1};
  while (uses.size() < 40) uses.push_back(uses[uses.size() - 1] + uses[uses.size() - 2]);
  for (const int longest : {6, 7, 12, 15}) {
    std::vector<std::uint8_t> lengths(uses.size());
    huffman_lengths(uses, longest, lengths);
    CHECK(*std::ranges::max_element(lengths) == longest);
    CHECK(kraft_sum(lengths) == 1);
    CHECK(std::ranges::is_sorted(lengths, std::greater<>()));
    CHECK(static_cast<double>(bits_of(uses, lengths)) <= 1.35 * static_cast<double>(huffman_bits(uses)));
  }
}

TEST_CASE("huffman codes: the codes of RFC 1951's example, with their bits reversed") {
  const std::vector<std::uint8_t> lengths{3, 3, 3, 3, 3, 2, 4, 4};
  std::vector<std::uint16_t> codes(lengths.size());
  huffman_codes(lengths, codes);
  // 010 011 100 101 110 00 1110 1111
  CHECK(codes == std::vector<std::uint16_t>{0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111});
}
