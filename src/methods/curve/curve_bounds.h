#pragma once
// How finely a curve is flattened where a file or picture needs lines.

#include "data/curve.h"

namespace weald::pipeline {

/// Tolerance for drawing, as a share of the diagonal of the control points' bounds.
inline constexpr double kToleranceShare = 1e-4;

/// Tolerance for drawing: that share of the diagonal, metres. That is less than half a
/// pixel of the largest picture, and about what six digits of an SVG can show.
double line_tolerance(const curve::Curve& curve);

}  // namespace weald::pipeline
