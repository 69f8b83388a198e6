#pragma once
// Reduction of angles to the first octant, for base/math/math_trig.cpp.

#include "base/math/detail/double_double.h"

namespace weald::math {

/// An angle as quarter * 90 degrees + rest, where |rest| is at most 45 degrees, or very slightly more by rounding.
struct ReducedAngle {
  unsigned quarter = 0;  ///< modulo 4
  DoubleDouble rest;     ///< radians
};

/// Reduces `x` radians. The relative error of the rest is at most 2^-70, however large x is and however close it lies
/// to a multiple of pi/2. Pre: finite. Source: [cody1980] for small angles, [payne1983] for large ones.
ReducedAngle reduce_radians(double x);

/// An angle as quarter * 90 + rest degrees, exactly; |rest| is at most 45.
struct ReducedDegrees {
  unsigned quarter = 0;  ///< modulo 4
  double rest = 0;

  ReducedAngle in_radians() const;
};

/// Reduces `degrees`. Pre: finite.
ReducedDegrees reduce_degrees(double degrees);

}  // namespace weald::math
