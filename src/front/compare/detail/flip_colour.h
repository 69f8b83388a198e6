#pragma once
// Scalar arithmetic for FLIP: cube root and power in single precision, colour spaces. It is branchless to let compilers
// vectorise the loops that call it; vectorised or not, the results have the same bits.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace weald::compare {

/// Cube root of x, relative error below 3e-7. Pre: x in [1e-30, 1e30].
inline float cube_root(float x) {
  // A third of the exponent is within 6 % of the root; each Halley step cubes the error.
  float y = std::bit_cast<float>(std::bit_cast<std::int32_t>(x) / 3 + 0x2A5119F2);
  for (int step = 0; step < 2; ++step) {
    const float cube = y * y * y;
    y = y * ((cube + x + x) / (cube + cube + x));
  }
  return y;
}

/// Binary logarithm of x, absolute error below 1e-6. Pre: x in [1e-30, 1e30].
inline float log2_of(float x) {
  constexpr std::int32_t kRootHalf = 0x3F3504F3;  // bits of the square root of a half
  const std::int32_t shifted = std::bit_cast<std::int32_t>(x) - kRootHalf;
  const float mantissa = std::bit_cast<float>((shifted & 0x007FFFFF) + kRootHalf);
  const float s = (mantissa - 1.0f) / (mantissa + 1.0f);
  const float s2 = s * s;
  // log m = 2 artanh((m - 1) / (m + 1)), |s| < 0.172: five terms are exact to 1e-9.
  const float series = 1.0f + s2 * (1.0f / 3 + s2 * (1.0f / 5 + s2 * (1.0f / 7 + s2 * (1.0f / 9))));
  return static_cast<float>(shifted >> 23) + 2.88539008f * s * series;
}

/// 2^x, relative error below 1e-6. Pre: x in [-120, 120].
inline float exp2_of(float x) {
  const auto whole = static_cast<std::int32_t>(x + 128.5f) - 128;
  const float r = (x - static_cast<float>(whole)) * 0.693147181f;  // within 0.35
  const float series =
      1.0f + r * (1.0f + r * (1.0f / 2 + r * (1.0f / 6 + r * (1.0f / 24 + r * (1.0f / 120 + r * (1.0f / 720))))));
  return std::bit_cast<float>(std::bit_cast<std::int32_t>(series) + whole * 0x00800000);
}

/// x^y for x from 0 to 1e30, 0 for x below 1e-30. Pre: |y log2(x)| <= 120.
inline float power(float x, float y) {
  const float result = exp2_of(y * log2_of(x > 1e-30f ? x : 1e-30f));
  return x > 1e-30f ? result : 0.0f;
}

/// Rows of a matrix, for loops that compilers vectorise.
using Rows = std::array<std::array<float, 3>, 3>;

/// Linear sRGB light to CIE XYZ divided by that of white (D65), and back. Source: [iec61966], [andersson2020].
inline constexpr Rows kXyzOfLight{{{0.433895389f, 0.376242373f, 0.189862239f},
                                   {0.212636822f, 0.715182982f, 0.072180196f},
                                   {0.017752423f, 0.109465629f, 0.872781948f}}};
inline constexpr Rows kLightOfXyz{{{3.080341988f, -1.537398969f, -0.542943019f},
                                   {-0.921178396f, 1.875929984f, 0.045248412f},
                                   {0.052881293f, -0.204011206f, 1.151129913f}}};

/// Component `row` of a matrix times (x, y, z).
inline float times(const Rows& m, std::size_t row, float x, float y, float z) {
  return m[row][0] * x + m[row][1] * y + m[row][2] * z;
}

/// The nonlinearity of CIE L*a*b* for a linear component: its cube root, linear near black. Pre: x in [0, 2].
inline float lab_curve(float x) {
  constexpr float kDelta = 6.0f / 29;
  constexpr float kCube = kDelta * kDelta * kDelta;
  const float root = cube_root(x > kCube ? x : kCube);
  return x > kCube ? root : x * (1 / (3 * kDelta * kDelta)) + 4.0f / 29;
}

}  // namespace weald::compare
