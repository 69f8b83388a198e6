#pragma once
// Double-double arithmetic: a number as the unevaluated sum of two doubles, 106 significant bits.
//
// Used inside base/math/math only. Every operation is a fixed sequence of + - *, exact under IEEE 754 round-to-nearest
// without contraction into fused multiply-add. Source: [dekker1971], [knuth1997], [joldes2017].

#include <bit>
#include <cmath>
#include <cstdint>

namespace weald::math {

/// hi + lo, where lo is at most half a unit in the last place of hi.
struct DoubleDouble {
  double hi = 0;
  double lo = 0;
};

/// a + b and its rounding error. Pre: |a| >= |b| or a == 0.
constexpr DoubleDouble fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b and its rounding error.
constexpr DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

/// `a` cut into two halves of at most 26 significant bits each. Pre: |a| < 2^995.
constexpr DoubleDouble split(double a) {
  const double scaled = 134217729.0 * a;  // 2^27 + 1
  const double hi = scaled - (scaled - a);
  return {hi, a - hi};
}

/// a * b and its rounding error. Pre: no overflow, and the product is above 2^-968 or zero. Always inlined: compilers
/// stop inlining in large units, and a call costs half as much as the function.
[[gnu::always_inline]] constexpr DoubleDouble two_product(double a, double b) {
  const double product = a * b;
  const DoubleDouble x = split(a);
  const DoubleDouble y = split(b);
  return {product, ((x.hi * y.hi - product) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}

/// -a, exactly.
constexpr DoubleDouble operator-(const DoubleDouble& a) { return {-a.hi, -a.lo}; }

/// a + b with a relative error below 2^-104.
constexpr DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = two_sum(a.hi, b.hi);
  const DoubleDouble low = two_sum(a.lo, b.lo);
  const DoubleDouble sum = fast_two_sum(high.hi, high.lo + low.hi);
  return fast_two_sum(sum.hi, sum.lo + low.lo);
}

/// a - b with a relative error below 2^-104.
constexpr DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }

/// a * b with a relative error below 2^-102. Pre: as two_product.
constexpr DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble product = two_product(a.hi, b.hi);
  return fast_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// a / b with a relative error below 2^-101. Pre: b is not 0, and as two_product.
constexpr DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double high = a.hi / b.hi;
  const DoubleDouble back = two_product(high, b.hi);
  return fast_two_sum(high, (((a.hi - back.hi) - back.lo) + (a.lo - high * b.lo)) / b.hi);
}

/// Square root with a relative error below 2^-101. Pre: a > 0.
inline DoubleDouble sqrt(const DoubleDouble& a) {
  const double high = std::sqrt(a.hi);
  const DoubleDouble back = two_product(high, high);
  return fast_two_sum(high, (((a.hi - back.hi) - back.lo) + a.lo) / (2 * high));
}

/// pi / 2.
inline constexpr DoubleDouble kHalfPi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/// 2^exponent. Pre: -1022 <= exponent <= 1023.
constexpr double power_of_two(std::int64_t exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

}  // namespace weald::math
