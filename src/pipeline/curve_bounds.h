#pragma once
// How finely a curve is flattened where a file or picture needs lines.

#include "curve/curve.h"

namespace weald::pipeline {

/// Tolerance for drawing: a ten-thousandth of the diagonal of the control points' bounds, metres. That is less than half a
/// pixel of the largest picture, and about what six digits of an SVG can show.
double line_tolerance(const curve::Curve& curve);

}  // namespace weald::pipeline
