#pragma once
// The tolerance with which curves are flattened for files and pictures.

#include "data/curve.h"

namespace weald::pipeline {

/// Tolerance for drawing, as a share of the diagonal of the control points' bounds.
inline constexpr double kToleranceShare = 1e-4;

/// Tolerance for drawing: kToleranceShare of the diagonal, in metres, at least 1e-9. It is less than half a pixel of
/// the largest picture, and about the resolution of six digits in an SVG.
double line_tolerance(const curve::Curve& curve);

}  // namespace weald::pipeline
