// Sine, cosine and tangent: reduction to the first octant, then a polynomial around a double-double argument.

#include <cmath>
#include <limits>

#include "base/math/detail/double_double.h"
#include "base/math/detail/math_reduce.h"
#include "base/math/math.h"

namespace weald::math {

namespace {

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
