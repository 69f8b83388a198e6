#pragma once
// Numbers as decimal text for the text writers: shortest, locale-independent.

#include <charconv>
#include <cstdint>

namespace weald::io {

/// Bytes that write_float and write_index may write.
inline constexpr int kNumberRoom = 20;

/// Writes the shortest decimal text that reads back as `value` (the closest one if there are several), and returns its
/// end. Values from 1e-6 up to 1e12 are written without an exponent; zeros of either sign as "0". Pre: `value` is
/// finite and kNumberRoom bytes can be written at `out`.
char* write_float(char* out, float value);

/// Writes `value` and returns its end. Pre: kNumberRoom bytes can be written at `out`.
inline char* write_index(char* out, std::uint32_t value) { return std::to_chars(out, out + kNumberRoom, value).ptr; }

/// Writes `value/value/value` and returns its end. Pre: 3 * kNumberRoom bytes can be written at `out`.
char* write_index_triple(char* out, std::uint32_t value);

}  // namespace weald::io
