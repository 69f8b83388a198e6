#pragma once
// Deflate without matches: each byte has its own Huffman code. For noisy data, which have no matches worth their
// search.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weald::io {

/// `bytes` as raw deflate blocks of literals, or as stored blocks where that is shorter. A piece that is not the last
/// ends at a byte boundary and leaves the stream open. The result depends on the bytes alone. Source: [rfc1951].
std::vector<std::uint8_t> deflate_literals(std::span<const std::uint8_t> bytes, bool is_last);

/// The size of deflate_literals(bytes, true) in bits, up to the end of its last block, in a fraction of the time.
/// Stored blocks may have up to 7 bits fewer.
std::uint64_t literal_bits(std::span<const std::uint8_t> bytes);

}  // namespace weald::io
