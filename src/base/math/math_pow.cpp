// x^y = e^(y log x), with the logarithm and the product in double-double.

#include <cmath>
#include <limits>

#include "base/math/detail/math_exp.h"
#include "base/math/math.h"

namespace weald::math {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class Parity { fraction, even, odd };

Parity parity_of(double y) {
  const double magnitude = std::abs(y);
  if (magnitude >= 0x1p53) return Parity::even;
  if (std::trunc(magnitude) != magnitude) return Parity::fraction;
  return std::trunc(magnitude / 2) * 2 == magnitude ? Parity::even : Parity::odd;
}

// x^y where x or y is zero, infinite or NaN, by the rules of C.
double special_pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
  const double magnitude = std::abs(x);
  if (std::isinf(y)) {
    if (magnitude == 1) return 1;
    return (magnitude > 1) == (y > 0) ? kInfinity : 0;
  }
  const double result = (magnitude > 1) == (y > 0) ? kInfinity : 0;
  return std::signbit(x) && parity_of(y) == Parity::odd ? -result : result;
}

// x^y for finite x > 0 and finite y.
double positive_pow(double x, double y) {
  if (x == 1) return 1;
  // |log x| is at least 2^-53: beyond these bounds the power is 1, or leaves the range of double.
  const double size = std::abs(y);
  if (size < 0x1p-65) return 1;
  if (size > 0x1p65) return (x > 1) == (y > 0) ? kInfinity : 0;
  const DoubleDouble log = log_of(x);
  const DoubleDouble product = two_product(y, log.hi);
  if (std::abs(product.hi) > 800) return product.hi > 0 ? kInfinity : 0;
  return exp_of({product.hi, product.lo + y * log.lo});
}

}  // namespace

double pow(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y) || x == 0 || y == 0) return special_pow(x, y);
  if (x > 0) return positive_pow(x, y);
  const Parity parity = parity_of(y);
  if (parity == Parity::fraction) return std::numeric_limits<double>::quiet_NaN();
  const double size = positive_pow(-x, y);
  return parity == Parity::odd ? -size : size;
}

}  // namespace weald::math
