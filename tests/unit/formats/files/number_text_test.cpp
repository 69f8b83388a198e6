// Numbers as text, against the standard library's shortest conversion.

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "support/catch.h"

#include "formats/files/number_text.h"
#include "support/sanitized.h"

using namespace weald::io;

namespace {

std::string float_text(float value) {
  char buffer[kNumberRoom];
  return {buffer, write_float(buffer, value)};
}

std::string index_text(std::uint32_t value) {
  char buffer[kNumberRoom];
  return {buffer, write_index(buffer, value)};
}

/// Significant digits and decimal exponent of a decimal text, whatever its notation: "0.00120" and "12e-4" give the
/// same.
std::string canonical(std::string_view text) {
  std::string digits;
  int exponent = 0;
  bool after_point = false;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != 'e'; ++i) {
    if (text[i] == '-') continue;
    if (text[i] == '.') {
      after_point = true;
      continue;
    }
    digits += text[i];
    exponent -= after_point ? 1 : 0;
  }
  if (i < text.size()) {
    int written = 0;
    std::from_chars(text.data() + i + 1 + (text[i + 1] == '+' ? 1 : 0), text.data() + text.size(), written);
    exponent += written;
  }
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    ++exponent;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits + "e" + std::to_string(exponent);
}

/// True when `value` is printed with the standard library's digits and reads back equal.
bool is_shortest(float value) {
  const std::string text = float_text(value);
  float back = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), back);
  char expected[64];
  const auto end = std::to_chars(expected, expected + sizeof expected, value, std::chars_format::scientific).ptr;
  return read.ptr == text.data() + text.size() && back == value && (value >= 0) == (text[0] != '-') &&
         canonical(text) == canonical({expected, end});
}

}  // namespace

TEST_CASE("float text: fixed notation for the numbers of everyday, exponents for the rest") {
  CHECK(float_text(0) == "0");
  CHECK(float_text(-0.0f) == "0");
  CHECK(float_text(1) == "1");
  CHECK(float_text(-1.5f) == "-1.5");
  CHECK(float_text(0.1f) == "0.1");
  CHECK(float_text(100000) == "100000");
  CHECK(float_text(16777216) == "16777216");
  CHECK(float_text(123456.789f) == "123456.79");
  CHECK(float_text(0.000001f) == "0.000001");
  CHECK(float_text(-0.00012207031f) == "-0.00012207031");
  CHECK(float_text(1e11f) == "100000000000");
  CHECK(float_text(1e12f) == "1e12");
  CHECK(float_text(3.4028235e38f) == "3.4028235e38");
  CHECK(float_text(1.5e-7f) == "1.5e-7");
  CHECK(float_text(1e-45f) == "1e-45");
}

TEST_CASE("float text: the digits are the shortest that read back equal") {
  std::size_t wrong = 0;
  // A stride that is prime to every power of two meets all exponents and all kinds of fractions.
  constexpr std::uint64_t stride = weald::test::kSanitized ? 10007 : 1009;
  for (std::uint64_t bits = 0; bits < 0x7F800000u; bits += stride) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    wrong += is_shortest(bits % 2 == 0 ? value : -value) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("float text: powers of two and their neighbours, where the spacing changes, are right") {
  for (std::uint32_t exponent = 0; exponent < 255; ++exponent) {
    for (const std::uint32_t bits : {exponent << 23, (exponent << 23) + 1, (exponent << 23) - 1}) {
      if (bits == 0xFFFFFFFFu || bits >= 0x7F800000u) continue;
      CAPTURE(bits);
      CHECK(is_shortest(std::bit_cast<float>(bits)));
    }
  }
}

TEST_CASE("index text: equal to the standard library's around every power of ten") {
  for (std::uint64_t power = 1; power <= 1000000000; power *= 10) {
    for (const std::uint64_t value : {power - 1, power, power + 1, power * 3 + 7}) {
      CHECK(index_text(static_cast<std::uint32_t>(value)) == std::to_string(value));
    }
  }
  CHECK(index_text(0xFFFFFFFFu) == "4294967295");
  for (const std::uint32_t value : {1u, 99999999u, 100000000u, 4294967295u}) {
    char buffer[3 * kNumberRoom];
    const std::string one = std::to_string(value);
    std::string expected = one;
    expected.append("/").append(one).append("/").append(one);
    CHECK(std::string(buffer, write_index_triple(buffer, value)) == expected);
  }
}
