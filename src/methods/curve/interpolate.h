#pragma once
// A smooth path through given points. Source: [yuksel2011] (centripetal Catmull-Rom).

#include <span>

#include "data/curve.h"

namespace weald::curve {

/// The centripetal Catmull-Rom curve through `points` as cubic Bezier segments, one per pair of neighbours: no loops or
/// cusps inside a segment, and the tangent is continuous. An open curve is continued by reflection at its ends. Pre: at
/// least 2 points (closed: 3), neighbours differ (closed: also the last and the first).
Path interpolate(std::span<const Vec3> points, bool closed);

/// Derivative of the centripetal Catmull-Rom curve at the point between the chords `before` and `after`, with respect
/// to a parameter that runs from 0 to 1 over a piece. `step` is the square root of the length of that piece's chord. It
/// serves curves that are evaluated without being stored, and that have other ends. interpolate() does not use it: it
/// finds the control points without the derivative, with different rounding. Pre: neither chord is zero.
Vec3 centripetal_tangent(const Vec3& before, const Vec3& after, double step);

}  // namespace weald::curve
