// Inverse trigonometric functions, all from the angle of a vector whose parts are double-double.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/math/detail/arcs.h"
#include "base/math/math.h"

namespace weald::math {

namespace {

constexpr DoubleDouble kFullPi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

// atan(n / d). Pre: 0 <= n <= d, d in [1/2, 4).
DoubleDouble first_octant(const DoubleDouble& n, const DoubleDouble& d) {
  const int j = static_cast<int>(n.hi / d.hi * kArcSteps + 0.5);
  const double c = static_cast<double>(j) / kArcSteps;
  // atan(n/d) - atan(c) = atan((n - c d) / (d + c n)); the products with the short number c are exact.
  const DoubleDouble d_half = split(d.hi);
  const DoubleDouble difference = two_sum(n.hi - c * d_half.hi, -(c * d_half.lo));
  const double top_low = difference.lo + (n.lo - c * d.lo);
  const DoubleDouble n_half = split(n.hi);
  const DoubleDouble sum = fast_two_sum(d.hi, c * n_half.hi);
  const DoubleDouble bottom = fast_two_sum(sum.hi, sum.lo + (c * n_half.lo + (d.lo + c * n.lo)));
  const double u = difference.hi / bottom.hi;
  const DoubleDouble back = two_product(u, bottom.hi);
  const double u_low = (((difference.hi - back.hi) - back.lo) + (top_low - u * bottom.lo)) / bottom.hi;
  const double z = u * u;
  const double series = u * z * ((-1.0 / 3 + z * (1.0 / 5)) + z * z * (-1.0 / 7 + z * (1.0 / 9)));
  const DoubleDouble& arc = kArcs[static_cast<std::size_t>(j)];
  const DoubleDouble high = fast_two_sum(arc.hi, u);
  return {high.hi, high.lo + (arc.lo + (u_low + series))};
}

// Angle of the vector (x, y) for parts in [0, 4), the larger one in [1/2, 4).
DoubleDouble first_quadrant(const DoubleDouble& y, const DoubleDouble& x) {
  if (y.hi <= x.hi) return first_octant(y, x);
  const DoubleDouble rest = first_octant(x, y);
  const DoubleDouble high = fast_two_sum(kHalfPi.hi, -rest.hi);
  return {high.hi, high.lo + (kHalfPi.lo - rest.lo)};
}

double rounded_to_half_plane(const DoubleDouble& angle, bool left) {
  if (!left) return angle.hi + angle.lo;
  const DoubleDouble high = fast_two_sum(kFullPi.hi, -angle.hi);
  return high.hi + (high.lo + (kFullPi.lo - angle.lo));
}

// Angle of the vector (x, y), or of (-x, y) if `left`. Pre: x and y are finite, at least 0 and not both 0.
double angle_of(double y, double x, bool left) {
  const double larger = std::max(x, y);
  const double ratio = std::min(x, y) / larger;
  if (ratio < 0x1p-60) {  // the corrections would be below the rounding error
    if (y > x) return kHalfPi.hi;
    return left ? kFullPi.hi : ratio;
  }
  double scale = 1;
  if (!(larger >= 0.5 && larger < 4)) {  // keep the exact products in range
    const auto exponent = static_cast<int>(std::bit_cast<std::uint64_t>(larger) >> 52);
    if (exponent < 64) return angle_of(y * 0x1p200, x * 0x1p200, left);
    if (exponent > 1983) return angle_of(y * 0x1p-200, x * 0x1p-200, left);
    scale = std::bit_cast<double>(static_cast<std::uint64_t>(2046 - exponent) << 52);
  }
  return rounded_to_half_plane(first_quadrant({y * scale, 0}, {x * scale, 0}), left);
}

}  // namespace

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0 && y == 0) return 0;
  const double finite = std::isinf(x) || std::isinf(y) ? 0 : 1;
  const double across = finite == 1 ? std::abs(x) : std::isinf(x) ? 1 : 0;
  const double up = finite == 1 ? std::abs(y) : std::isinf(y) ? 1 : 0;
  return std::copysign(angle_of(up, across, x < 0), y);
}

double atan(double x) { return atan2(x, 1); }

namespace {

// sqrt(1 - x^2). Pre: |x| < 1.
DoubleDouble other_leg(double x) {
  const DoubleDouble square = two_product(x, x);
  const DoubleDouble rest = fast_two_sum(1, -square.hi);
  return sqrt(fast_two_sum(rest.hi, rest.lo - square.lo));
}

}  // namespace

double asin(double x) {
  if (std::isnan(x)) return x;
  const double magnitude = std::abs(x);
  if (magnitude >= 1) return std::copysign(kHalfPi.hi, x);
  if (magnitude < 0x1p-27) return x;  // x + x^3/6 rounds to x
  const DoubleDouble angle = first_quadrant({magnitude, 0}, other_leg(x));
  return std::copysign(angle.hi + angle.lo, x);
}

double acos(double x) {
  if (std::isnan(x)) return x;
  if (x >= 1) return 0;
  if (x <= -1) return kFullPi.hi;
  return rounded_to_half_plane(first_quadrant(other_leg(x), {std::abs(x), 0}), x < 0);
}

}  // namespace weald::math
