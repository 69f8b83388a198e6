#pragma once
// Where a deflate stream ends, to the bit: what is needed to join streams that were compressed apart from each other.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weald::io {

/// Places in a raw deflate stream, in bits from its start (bit 0 is the lowest bit of byte 0).
struct DeflateEnd {
  std::size_t last_block = 0;  ///< first bit of the last block: its "final" flag
  std::size_t end = 0;         ///< first bit after the last block
};

/// Walks over the codes of `stream` without decoding them. Several times faster than inflating.
/// Errors: InternalError when it is not a whole deflate stream. Source: [rfc1951].
DeflateEnd find_deflate_end(std::span<const std::uint8_t> stream);

/// Turns a whole raw deflate stream into a prefix of one: clears its final flag and ends it at a byte boundary by an
/// empty stored block, so that another stream's bytes can follow.
void make_joinable(std::vector<std::uint8_t>& stream);

}  // namespace weald::io
