#pragma once
// MonotoneCurve: a smooth curve through points that never overshoots between them.

#include <vector>

#include "base/math/vec.h"

namespace weald::curve {

/// Piecewise cubic through points of increasing x with slopes chosen so that it rises where the points rise, falls
/// where they fall and never overshoots; extrapolated linearly beyond the ends. Source: [fritsch1984], [fritsch1980].
class MonotoneCurve {
 public:
  /// Pre: at least two points, x strictly increasing, all finite.
  explicit MonotoneCurve(std::vector<Vec2> points);
  /// The curve at `x`.
  double operator()(double x) const;

 private:
  std::vector<Vec2> points_;
  std::vector<double> slopes_;
};

}  // namespace weald::curve
