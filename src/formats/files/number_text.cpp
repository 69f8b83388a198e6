#include "formats/files/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace weald::io {

namespace {

constexpr int kMostBeforePoint = 12;  // digits of numbers without an exponent
constexpr int kMostZeros = 5;         // after the point, likewise

/// The decimal digits of a number, and how many stand before its point; at most 0 if it is below 1.
struct Decimal {
  std::array<char, 9> digits{};
  int count = 0, point = 0;
};

/// Pre: `value` is positive and finite.
Decimal shortest_decimal(float value) {
  std::array<char, 16> text{};  // such as "1.2345678e-38"
  const char* const end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr;
  Decimal decimal;
  const char* at = text.data();
  for (; at != end && *at != 'e'; ++at) {
    if (*at != '.') decimal.digits[static_cast<std::size_t>(decimal.count++)] = *at;
  }
  if (at == end) return decimal;
  at += at[1] == '+' ? 2 : 1;
  std::from_chars(at, end, decimal.point);
  ++decimal.point;
  return decimal;
}

char* put(char* out, std::string_view text) { return std::copy(text.begin(), text.end(), out); }

}  // namespace

char* write_float(char* out, float value) {
  if (value == 0) return put(out, "0");
  if (value < 0) *out++ = '-';
  const Decimal decimal = shortest_decimal(std::abs(value));
  const std::string_view digits(decimal.digits.data(), static_cast<std::size_t>(decimal.count));
  if (decimal.point > kMostBeforePoint || decimal.point < -kMostZeros) {
    *out++ = digits[0];
    if (digits.size() > 1) out = put(put(out, "."), digits.substr(1));
    *out++ = 'e';
    return std::to_chars(out, out + 3, decimal.point - 1).ptr;
  }
  if (decimal.point <= 0) return put(std::fill_n(put(out, "0."), -decimal.point, '0'), digits);
  const auto point = static_cast<std::size_t>(decimal.point);
  out = put(out, digits.substr(0, point));
  if (digits.size() > point) return put(put(out, "."), digits.substr(point));
  return std::fill_n(out, point - digits.size(), '0');
}

char* write_index_triple(char* out, std::uint32_t value) {
  char* const end = write_index(out, value);
  const std::string_view text(out, static_cast<std::size_t>(end - out));
  return put(put(put(put(end, "/"), text), "/"), text);
}

}  // namespace weald::io
