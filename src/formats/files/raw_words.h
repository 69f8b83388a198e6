#pragma once
// Numbers as raw bytes in either byte order, on every processor.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "formats/files/byte_order.h"

namespace weald::io {

/// Writes the bytes of an unsigned integer to `out` and returns their end. Pre: sizeof(Word) bytes can be written.
template <class Word>
char* put_word(char* out, Word word, ByteOrder order = ByteOrder::little) {
  for (std::size_t i = 0; i < sizeof(Word); ++i) {
    const std::size_t place = order == ByteOrder::big ? sizeof(Word) - 1 - i : i;
    out[i] = static_cast<char>(static_cast<std::uint64_t>(word) >> (8 * place) & 0xFF);
  }
  return out + sizeof(Word);
}

/// Writes the four bytes of a float, as put_word does.
inline char* put_float(char* out, float value, ByteOrder order = ByteOrder::little) {
  return put_word(out, std::bit_cast<std::uint32_t>(value), order);
}

/// Reads an unsigned integer. Pre: sizeof(Word) bytes can be read at `bytes`.
template <class Word>
Word word_at(const char* bytes, ByteOrder order = ByteOrder::little) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < sizeof(Word); ++i) {
    const std::size_t place = order == ByteOrder::big ? sizeof(Word) - 1 - i : i;
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * place);
  }
  return static_cast<Word>(word);
}

/// Reads a float. Pre: as word_at.
inline float float_at(const char* bytes, ByteOrder order = ByteOrder::little) {
  return std::bit_cast<float>(word_at<std::uint32_t>(bytes, order));
}

}  // namespace weald::io
