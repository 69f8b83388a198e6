#pragma once
// Numbers as decimal text for the text writers: fast, shortest, locale-independent.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weald::io {

/// Bytes that write_float and write_index may write. More than the longest text, since they store several bytes at a
/// time.
inline constexpr int kNumberRoom = 40;

/// Writes the shortest decimal text that reads back as `value` (the closest one if there are several), and returns its
/// end. Values from 1e-6 up to 1e12 are written without an exponent; zeros of either sign as "0". Pre: `value` is
/// finite and kNumberRoom bytes can be written at `out`. Source: [giulietti2020].
char* write_float(char* out, float value);

namespace detail {

inline constexpr std::uint64_t kEightZeros = 0x3030303030303030u;  // as text
inline constexpr std::array<std::uint32_t, 10> kPow10{1,      10,      100,      1000,      10000,
                                                      100000, 1000000, 10000000, 100000000, 1000000000};

/// Eight decimal digits of `value` as text, the first in the lowest byte. Pre: value < 10^8.
inline std::uint64_t eight_digits(std::uint32_t value) {
  const std::uint64_t fours = value / 10000 | std::uint64_t{value % 10000} << 32;
  const std::uint64_t hundreds = ((fours * 10486) >> 20) & 0x0000007F0000007Fu;
  const std::uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
  const std::uint64_t tens = ((twos * 103) >> 10) & 0x000F000F000F000Fu;
  return (tens | (twos - 10 * tens) << 8) + kEightZeros;
}

/// Stores the bytes of `text`, the lowest first.
inline void store(char* out, std::uint64_t text) {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(out, &text, 8);
  } else {
    for (int i = 0; i < 8; ++i) out[i] = static_cast<char>(text >> (8 * i) & 0xFF);
  }
}

/// Number of decimal digits; 1 for 0.
inline int digit_count(std::uint32_t value) {
  const auto guess = static_cast<std::size_t>((std::bit_width(value | 1u) * 1233) >> 12);  // of digits, or one less
  return static_cast<int>(guess) + ((value | 1u) >= kPow10[guess] ? 1 : 0);
}

}  // namespace detail

/// Writes `value` and returns its end. Pre: kNumberRoom bytes can be written at `out`.
inline char* write_index(char* out, std::uint32_t value) {
  if (value >= 100000000u) {
    const std::uint32_t upper = value / 100000000u;
    if (upper >= 10) *out++ = static_cast<char>('0' + upper / 10);
    *out++ = static_cast<char>('0' + upper % 10);
    detail::store(out, detail::eight_digits(value % 100000000u));
    return out + 8;
  }
  const int count = detail::digit_count(value);
  detail::store(out, detail::eight_digits(value) >> (8 * (8 - count)));
  return out + count;
}

/// Writes `value/value/value` and returns its end. Pre: 3 * kNumberRoom bytes can be written at `out`.
inline char* write_index_triple(char* out, std::uint32_t value) {
  if (value >= 100000000u) {
    for (int i = 0; i < 2; ++i) {
      out = write_index(out, value);
      *out++ = '/';
    }
    return write_index(out, value);
  }
  const int count = detail::digit_count(value);
  const std::uint64_t text = detail::eight_digits(value) >> (8 * (8 - count));
  detail::store(out, text);
  out[count] = '/';
  out += count + 1;
  detail::store(out, text);
  out[count] = '/';
  out += count + 1;
  detail::store(out, text);
  return out + count;
}

}  // namespace weald::io
