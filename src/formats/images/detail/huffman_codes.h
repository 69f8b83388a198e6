#pragma once
// Lengths and bits of Huffman codes as deflate uses them.

#include <cstdint>
#include <span>

namespace weald::io {

/// Sets `lengths` to the code lengths, at most `longest` bits, of symbols with these numbers of uses; a symbol without
/// uses has length 0. The lengths are those of a Huffman code, slightly adjusted if that code is too long. If fewer
/// than two symbols are used, one or two more get codes of one bit, because decoders expect a complete code. Pre: at
/// least two and at most 2^longest symbols, as many as lengths; the sum of the uses is below 2^32. Source:
/// [moffat1995].
void huffman_lengths(std::span<const std::uint32_t> uses, int longest, std::span<std::uint8_t> lengths);

/// Sets `codes` to the canonical codes of these lengths, with their bits reversed, since deflate sends the highest bit
/// of a code first. Pre: `lengths` are those of a complete code of at most 15 bits. Source: [rfc1951].
void huffman_codes(std::span<const std::uint8_t> lengths, std::span<std::uint16_t> codes);

}  // namespace weald::io
