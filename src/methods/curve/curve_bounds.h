#pragma once
// The tolerance for flattening curves in files and pictures.

#include "data/curve.h"

namespace weald::pipeline {

/// Tolerance for drawing, as a share of the diagonal of the control points' bounds.
inline constexpr double kToleranceShare = 1e-4;

/// Tolerance for drawing: kDrawingTolerance of the diagonal, metres. It is less than half a pixel of the largest
/// picture, and about the resolution of six digits in an SVG.
double line_tolerance(const curve::Curve& curve);

}  // namespace weald::pipeline
