// Sine, cosine and tangent: reduction to the first octant, then a polynomial around a double-double argument.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/math/detail/double_double.h"
#include "base/math/math.h"

namespace weald::math {

namespace {

// An angle as quarter * 90 degrees + rest, where |rest| is at most 45 degrees, or very slightly more by rounding.
struct ReducedAngle {
  unsigned quarter = 0;  ///< modulo 4
  DoubleDouble rest;     ///< radians
};

// An angle as quarter * 90 + rest degrees, exactly; |rest| is at most 45.
struct ReducedDegrees {
  unsigned quarter = 0;  ///< modulo 4
  double rest = 0;

  ReducedAngle in_radians() const;
};

constexpr double kQuarterPi = 0x1.921fb54442d18p-1;
constexpr DoubleDouble kDegree{0x1.1df46a2529d39p-6, 0x1.5c1d8becdd291p-62};  // pi / 180

// Adding and subtracting this rounds a number below 2^51 to the nearest integer.
constexpr double kRound = 0x1.8p52;

// The first 1280 bits of 2 / pi after the binary point: enough for the largest double and 200 bits of fraction.
constexpr std::array<std::uint32_t, 40> kTwoOverPi{
    0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561,
    0xB7246E3A, 0x424DD2E0, 0x06492EEA, 0x09D1921C, 0xFE1DEB1C, 0xB129A73E, 0xE88235F5, 0x2EBB4484,
    0xE99C7026, 0xB45F7E41, 0x3991D639, 0x835339F4, 0x9C845F8B, 0xBDF9283B, 0x1FF897FF, 0xDE05980F,
    0xEF2F118B, 0x5A0A6D1F, 0x6D367ECF, 0x27CB09B7, 0x4F463F66, 0x9E5FEA2D, 0x7527BAC7, 0xEBE5F17B,
    0x3D0739F7, 0x8A5292EA, 0x6BFB5FB1, 0x1F8D5D08, 0x56033046, 0xFC7B6BAB, 0xF0CFBC20, 0x9AF4361D};

// A fixed-point number of ten words, the most significant first.
constexpr int kWindowWords = 8;
using Wide = std::array<std::uint32_t, kWindowWords + 2>;
constexpr int kWideBits = 32 * static_cast<int>(Wide{}.size());

// mantissa * (the window of 2/pi that starts at `first`), exactly.
Wide multiply(std::uint64_t mantissa, int first) {
  const std::uint64_t low = mantissa & 0xFFFFFFFFu;
  const std::uint64_t high = mantissa >> 32;
  Wide product{};
  std::uint64_t carry = 0;
  std::uint64_t above = 0;  // the high half's product with the word below, which lands on this word
  for (int i = kWindowWords - 1; i >= 0; --i) {
    const std::uint64_t word = kTwoOverPi[static_cast<std::size_t>(first + i)];
    const std::uint64_t lower = word * low;
    const std::uint64_t sum = (lower & 0xFFFFFFFFu) + (above & 0xFFFFFFFFu) + carry;
    product[static_cast<std::size_t>(i + 2)] = static_cast<std::uint32_t>(sum);
    carry = (sum >> 32) + (lower >> 32) + (above >> 32);
    above = word * high;
  }
  const std::uint64_t sum = above + carry;
  product[1] = static_cast<std::uint32_t>(sum);
  product[0] = static_cast<std::uint32_t>(sum >> 32);
  return product;
}

// The 32 bits of `number` that start `position` bits below its top; bits outside it are zero.
std::uint64_t bits_at(const Wide& number, int position) {
  const auto word = [&](int index) -> std::uint64_t {
    return index >= 0 && index < static_cast<int>(number.size()) ? number[static_cast<std::size_t>(index)] : 0;
  };
  const int index = position >> 5;  // rounds down, also below zero
  const int shift = position & 31;
  return ((word(index) << 32 | word(index + 1)) >> (32 - shift)) & 0xFFFFFFFFu;
}

// x * 2/pi in fixed point, of which only the last two integer bits and the fraction matter. Pre: x >= pi/4.
ReducedAngle reduce_large(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>(bits >> 52) - 1075;
  const std::uint64_t mantissa = (bits & 0xFFFFFFFFFFFFFu) | 1ull << 52;
  // Words of 2/pi whose product with x is a multiple of four are left out.
  const int first = exponent < 34 ? 0 : (exponent - 2) / 32;
  Wide product = multiply(mantissa, first);
  const int point = kWideBits - (32 * kWindowWords - (exponent - 32 * first));  // integer bits in `product`
  auto quarter = static_cast<unsigned>(bits_at(product, point - 32) & 3);
  const bool upper_half = (bits_at(product, point) >> 31) != 0;
  if (upper_half) {  // nearer to the next multiple: take 1 - fraction (less one unit in the last place)
    ++quarter;
    for (std::uint32_t& word : product) word = ~word;
  }
  int top = point;
  while (bits_at(product, top) == 0) top += 32;
  top += std::countl_zero(static_cast<std::uint32_t>(bits_at(product, top)));
  const double scale = power_of_two(point - top);
  const double high = static_cast<double>(bits_at(product, top) << 21 | bits_at(product, top + 32) >> 11);
  const double low = static_cast<double>(bits_at(product, top + 53) << 21 | bits_at(product, top + 85) >> 11);
  DoubleDouble rest = kHalfPi * DoubleDouble{high * 0x1p-53 * scale, low * 0x1p-106 * scale};
  if (upper_half) rest = -rest;
  return {quarter & 3, rest};
}

// pi/2 in three parts; products of the first two with an integer below 2^20 are exact.
constexpr double kHalfPi1 = 0x1.921fb544p+0;
constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kTwoOverPiRounded = 0x1.45f306dc9c883p-1;

// Reduces `x` radians. The relative error of the rest is at most 2^-70, however large x is and however close it lies
// to a multiple of pi/2. Pre: finite. Source: [cody1980] for small angles, [payne1983] for large ones.
ReducedAngle reduce_radians(double x) {
  const double magnitude = std::abs(x);
  if (magnitude <= kQuarterPi) return {0, {x, 0}};
  if (magnitude < 1e6) {
    const double shifted = x * kTwoOverPiRounded + kRound;
    const double count = shifted - kRound;
    const DoubleDouble rest = two_sum(x - count * kHalfPi1, -(count * kHalfPi2));
    // If x is closer to a multiple of pi/2, the three parts do not hold enough bits.
    if (std::abs(rest.hi) > 0x1p-20) {
      return {static_cast<unsigned>(std::bit_cast<std::uint64_t>(shifted)) & 3,
              fast_two_sum(rest.hi, rest.lo - count * kHalfPi3)};
    }
  }
  const ReducedAngle positive = reduce_large(magnitude);
  return x > 0 ? positive : ReducedAngle{(4 - positive.quarter) & 3, -positive.rest};
}

ReducedAngle ReducedDegrees::in_radians() const { return {quarter, kDegree * DoubleDouble{rest, 0}}; }

// Reduces `degrees`. Pre: finite.
ReducedDegrees reduce_degrees(double degrees) {
  const double turn = std::abs(degrees) < 0x1p50 ? degrees : fmod(degrees, 360);
  const double shifted = turn * (1.0 / 90.0) + kRound;
  // Exact: the difference is at most 45 and a multiple of the last place of `turn`.
  const double rest = turn - (shifted - kRound) * 90.0;
  return {static_cast<unsigned>(std::bit_cast<std::uint64_t>(shifted)) & 3, rest};
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Sine of |x| <= pi/4 as hi + lo; relative error of the minimax polynomial 2^-58.
DoubleDouble sine_part(const DoubleDouble& x) {
  const double z = x.hi * x.hi;
  const double tail = 0x1.71de355ee4e9p-19 + z * (-0x1.ae5e545b5805p-26 + z * 0x1.5d8e2f833842p-33);
  const double poly = (-0x1.5555555555548p-3 + z * 0x1.111111110f75cp-7) + z * z * (-0x1.a01a019bf1fc3p-13 + z * tail);
  return {x.hi, x.hi * z * poly + x.lo * (1 - 0.5 * z)};
}

// Cosine of |x| <= pi/4 as hi + lo; absolute error of the minimax polynomial 2^-64.
DoubleDouble cosine_part(const DoubleDouble& x) {
  const double z = x.hi * x.hi;
  const double tail = -0x1.27e4f7f8e4c13p-22 + z * (0x1.1ee9e15866097p-29 + z * -0x1.8fa990332bedbp-37);
  const double poly = (0x1.555555555554bp-5 + z * -0x1.6c16c16c1504bp-10) + z * z * (0x1.a01a019c9773ep-16 + z * tail);
  // The square's own rounding error would show in the last place of 1 - z/2.
  const DoubleDouble half = split(x.hi);
  const double z_error = ((half.hi * half.hi - z) + 2 * half.hi * half.lo) + half.lo * half.lo;
  const DoubleDouble sum = fast_two_sum(1, -0.5 * z);
  return {sum.hi, sum.lo + ((z * z * poly - x.hi * x.lo) - 0.5 * z_error)};
}

double sum_of(const DoubleDouble& x) { return x.hi + x.lo; }

// Sine of the angle `quarters` * 90 degrees ahead of `angle`.
double sine_ahead(const ReducedAngle& angle, unsigned quarters) {
  const unsigned quarter = angle.quarter + quarters;
  const double value = sum_of((quarter & 1) != 0 ? cosine_part(angle.rest) : sine_part(angle.rest));
  return (quarter & 2) != 0 ? -value : value;
}

// tan = sin / cos of the rest, or -cos / sin in odd quarters. Pre: the rest is not zero.
double tangent(const ReducedAngle& angle) {
  const DoubleDouble s = sine_part(angle.rest);
  const DoubleDouble c = cosine_part(angle.rest);
  const DoubleDouble sine = fast_two_sum(s.hi, s.lo);
  const DoubleDouble cosine = fast_two_sum(c.hi, c.lo);
  return sum_of((angle.quarter & 1) != 0 ? -cosine / sine : sine / cosine);
}

constexpr double kTiny = 0x1p-28;  // sin x = tan x = x - x^3/6 and x + x^3/3 round to x below 2^-27

}  // namespace

double sin(double x) {
  if (std::abs(x) < kTiny) return x;
  return std::isfinite(x) ? sine_ahead(reduce_radians(x), 0) : kNan;
}

double cos(double x) { return std::isfinite(x) ? sine_ahead(reduce_radians(x), 1) : kNan; }

double tan(double x) {
  if (std::abs(x) < kTiny) return x;
  return std::isfinite(x) ? tangent(reduce_radians(x)) : kNan;
}

namespace {

// Sine of the angle `quarters` * 90 degrees ahead of `degrees`. Its rational values are exact: 0, 1/2 and 1.
double sine_ahead_deg(double degrees, unsigned quarters) {
  ReducedDegrees angle = reduce_degrees(degrees);
  angle.quarter = (angle.quarter + quarters) & 3;
  const bool odd = (angle.quarter & 1) != 0;
  const bool negative = (angle.quarter & 2) != 0;
  if (angle.rest == 0) return !odd ? 0 : negative ? -1 : 1;
  if (!odd && std::abs(angle.rest) == 30) return (angle.rest < 0) != negative ? -0.5 : 0.5;
  return sine_ahead(angle.in_radians(), 0);
}

}  // namespace

double sin_deg(double degrees) { return std::isfinite(degrees) ? sine_ahead_deg(degrees, 0) : kNan; }

double cos_deg(double degrees) { return std::isfinite(degrees) ? sine_ahead_deg(degrees, 1) : kNan; }

double tan_deg(double degrees) {
  if (!std::isfinite(degrees)) return kNan;
  const ReducedDegrees angle = reduce_degrees(degrees);
  const bool odd = (angle.quarter & 1) != 0;
  if (angle.rest == 0) return !odd ? 0 : (angle.quarter & 2) != 0 ? -kInfinite : kInfinite;
  if (std::abs(angle.rest) == 45) return (angle.rest < 0) != odd ? -1 : 1;
  return tangent(angle.in_radians());
}

}  // namespace weald::math
