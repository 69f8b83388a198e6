#pragma once
// The smoothstep cubic, which rises from 0 to 1 with horizontal ends.

#include <algorithm>

namespace weald::math {

/// 3 t^2 - 2 t^3: rises from 0 at t = 0 to 1 at t = 1, with zero slope at both ends. Pre: 0 <= t <= 1.
constexpr double smoothstep(double t) { return t * t * (3 - 2 * t); }

/// smoothstep() of the position of `x` between `low` and `high`: 0 below, 1 above. Pre: `low` is not `high`.
constexpr double smoothstep(double low, double high, double x) {
  return smoothstep(std::clamp((x - low) / (high - low), 0.0, 1.0));
}

}  // namespace weald::math
