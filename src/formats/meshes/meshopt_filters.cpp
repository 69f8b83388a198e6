#include "formats/meshes/meshopt_filters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "formats/files/raw_words.h"

namespace weald::io {

namespace {

constexpr double kSquareRootOf2 = 1.4142135623730951;
constexpr int kMinExponent = -100, kMaxExponent = 100;  // the format defines no others

int rounded(double value) { return static_cast<int>(value + (value >= 0 ? 0.5 : -0.5)); }

/// A number from -1 to 1 as a whole number of magnitude up to `largest`.
int code_of_share(double share, int largest) { return rounded(std::clamp(share, -1.0, 1.0) * largest); }

double power_of_two(int exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52); }

void put_short(int value, char* out) { put_word(out, static_cast<std::uint16_t>(value)); }

float short_at(const char* at) { return static_cast<std::int16_t>(word_at<std::uint16_t>(at)); }

/// Decodes octahedral coordinates x and y, in units of `one`, to a direction of length `largest`.
std::array<int, 3> direction_of(float x, float y, float one, float largest) {
  const float z = one - std::abs(x) - std::abs(y);
  const float folded = std::min(z, 0.0f);  // unfolds the lower half
  x += x >= 0 ? folded : -folded;
  y += y >= 0 ? folded : -folded;
  const float length = std::sqrt(x * x + y * y + z * z);
  const float scale = length > 0 ? largest / length : 0;
  return {rounded(x * scale), rounded(y * scale), rounded(z * scale)};
}

}  // namespace

void put_octahedral(const Vec3f& direction, float w, char* out) {
  constexpr int kLargest = 127;
  const Vec3 d{direction};
  const double sum = std::abs(d.x) + std::abs(d.y) + std::abs(d.z);
  double x = sum > 0 ? d.x / sum : 0, y = sum > 0 ? d.y / sum : 0;
  if (d.z < 0) {
    const double over_x = 1 - std::abs(y), over_y = 1 - std::abs(x);
    x = x >= 0 ? over_x : -over_x;
    y = y >= 0 ? over_y : -over_y;
  }
  for (const double share : {x, y, 1.0, static_cast<double>(w)})
    *out++ = static_cast<char>(static_cast<std::int8_t>(code_of_share(share, kLargest)));
}

void put_quaternion(const Vec4& rotation, char* out) {
  constexpr int kLargest = 32767;
  int most = 0;
  for (int i = 1; i < 4; ++i) {
    if (std::abs(rotation[i]) > std::abs(rotation[most])) most = i;
  }
  // The opposite quaternion is the same rotation, so the sign of the largest component need not be stored.
  const double scale = rotation[most] < 0 ? -kSquareRootOf2 : kSquareRootOf2;
  for (int i = 1; i < 4; ++i) put_short(code_of_share(rotation[(most + i) % 4] * scale, kLargest), out + 2 * (i - 1));
  put_short((kLargest & ~3) | most, out + 6);
}

int exponent_for(float largest, int finest) {
  const int of_largest = static_cast<int>(std::bit_cast<std::uint32_t>(largest) >> 23 & 255) - 127;
  return std::clamp(std::max(finest, of_largest - 21), kMinExponent, kMaxExponent);
}

void put_exponential(float value, int exponent, char* out) {
  constexpr double kMax = (1 << 23) - 1;
  const double whole = std::clamp(static_cast<double>(value) * power_of_two(-exponent), -kMax, kMax);
  const auto code = static_cast<std::uint32_t>(rounded(whole)) & 0xFFFFFF;
  put_word(out, code | static_cast<std::uint32_t>(exponent) << 24);
}

void decode_octahedral(char* element, std::size_t size) {
  if (size == 4) {
    const auto byte = [&](int i) { return static_cast<float>(static_cast<std::int8_t>(element[i])); };
    const auto codes = direction_of(byte(0), byte(1), byte(2), 127);
    for (std::size_t i = 0; i < 3; ++i) element[i] = static_cast<char>(static_cast<std::int8_t>(codes[i]));
  } else {
    const auto codes = direction_of(short_at(element), short_at(element + 2), short_at(element + 4), 32767);
    for (std::size_t i = 0; i < 3; ++i) put_short(codes[i], element + 2 * i);
  }
}

void decode_quaternion(char* element) {
  const int last = static_cast<std::int16_t>(word_at<std::uint16_t>(element + 6));
  const float scale = static_cast<float>(1 / kSquareRootOf2) / static_cast<float>(last | 3);
  std::array<float, 4> parts{};
  float rest = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    parts[i] = short_at(element + 2 * i) * scale;
    rest -= parts[i] * parts[i];
  }
  parts[3] = std::sqrt(std::max(rest, 0.0f));
  const auto most = static_cast<std::size_t>(last & 3);
  for (std::size_t i = 0; i < 4; ++i) {
    const float part = std::clamp(parts[i], -1.0f, 1.0f);
    put_short(rounded(part * 32767.0f), element + 2 * ((most + 1 + i) % 4));
  }
}

void decode_exponential(char* element, std::size_t size) {
  for (std::size_t at = 0; at + 4 <= size; at += 4) {
    const auto word = word_at<std::uint32_t>(element + at);
    const auto whole = static_cast<std::int32_t>(word << 8) >> 8;
    const int exponent = std::clamp(static_cast<std::int32_t>(word) >> 24, kMinExponent, kMaxExponent);
    put_float(element + at, static_cast<float>(whole * power_of_two(exponent)));
  }
}

}  // namespace weald::io
