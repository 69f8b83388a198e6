// Functions of base/math/math.h that need no series.

#include "base/math/math.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace weald::math {

namespace {

constexpr std::uint64_t kImplicitBit = 1ull << 52;

// value = mantissa * 2^(exponent - 1075), for a finite value above 0.
struct Parts {
  std::uint64_t mantissa;
  int exponent;
};

Parts parts_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int exponent = static_cast<int>(bits >> 52);
  if (exponent == 0) return {bits, 1};
  return {(bits & (kImplicitBit - 1)) | kImplicitBit, exponent};
}

// The inverse of parts_of. Pre: mantissa < 2^53, exponent >= 1.
double value_of(std::uint64_t mantissa, int exponent) {
  if (mantissa == 0) return 0;
  const int shift = std::min(std::countl_zero(mantissa) - 11, exponent - 1);
  mantissa <<= shift;
  exponent -= shift;
  const std::uint64_t field = (mantissa & kImplicitBit) != 0 ? static_cast<std::uint64_t>(exponent) : 0;
  return std::bit_cast<double>((mantissa & (kImplicitBit - 1)) | field << 52);
}

}  // namespace

double fmod(double x, double y) {
  if (!std::isfinite(x) || std::isnan(y) || y == 0) return std::numeric_limits<double>::quiet_NaN();
  const double size = std::abs(x);
  const double divisor = std::abs(y);
  if (size < divisor) return x;
  // Long division of the mantissas, eleven bits of quotient at a time.
  Parts rest = parts_of(size);
  const Parts unit = parts_of(divisor);
  rest.mantissa %= unit.mantissa;
  while (rest.exponent > unit.exponent && rest.mantissa != 0) {
    const int bits = std::min(rest.exponent - unit.exponent, 11);
    rest.mantissa = (rest.mantissa << bits) % unit.mantissa;
    rest.exponent -= bits;
  }
  return std::copysign(value_of(rest.mantissa, unit.exponent), x);
}

}  // namespace weald::math
