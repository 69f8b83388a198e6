#pragma once
// Cubic pieces given by their values and slopes at both ends.

namespace weald::curve {

/// The cubic from `p` to `q` whose derivatives with respect to `t` are `m0` at 0 and `m1` at 1. Pre: t in [0, 1].
template <class Value>
Value hermite(const Value& p, const Value& m0, const Value& m1, const Value& q, double t) {
  const double s = 1 - t;
  return p * (s * s * (1 + 2 * t)) + m0 * (t * s * s) - m1 * (t * t * s) + q * (t * t * (3 - 2 * t));
}

/// Slope at a point between two intervals of widths `h0` and `h1` that rise by `rise0` and `rise1` per unit: their
/// weighted harmonic mean, level at a peak or a pit. Cubics with such slopes never overshoot. Pre: widths above 0.
/// Source: [fritsch1984], [fritsch1980].
inline double monotone_slope(double h0, double h1, double rise0, double rise1) {
  if (rise0 * rise1 <= 0) return 0;
  const double w0 = 2 * h1 + h0;
  const double w1 = h1 + 2 * h0;
  return (w0 + w1) / (w0 / rise0 + w1 / rise1);
}

}  // namespace weald::curve
