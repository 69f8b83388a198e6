#pragma once
// ValueCurve: a function of one number given by points.

#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "methods/curve/monotone_curve.h"

namespace weald::lsystem {

/// How a curve runs between its points.
enum class CurveShape { smooth, straight };

/// A function through points: straight lines, or a smooth curve without overshoot ([fritsch1980]). Before the first and
/// behind the last point it has their values.
class ValueCurve {
 public:
  /// Pre: at least two points, x strictly increasing, all finite.
  ValueCurve(std::vector<Vec2> points, CurveShape shape);
  /// The value at `x`; NaN for NaN.
  double operator()(double x) const;

 private:
  std::vector<Vec2> points_;
  std::optional<curve::MonotoneCurve> smooth_;  ///< unset: straight lines
};

}  // namespace weald::lsystem
