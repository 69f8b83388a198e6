#pragma once
// A smooth path through given points. Source: [yuksel2011] (centripetal Catmull-Rom).

#include <span>

#include "data/curve.h"

namespace weald::curve {

/// The centripetal Catmull-Rom curve through `points` as cubic Bezier segments, one per pair of neighbours: no loops or
/// cusps inside a segment, and the tangent is continuous. An open curve ends as if it went on by reflection.
/// Pre: at least 2 points (closed: 3), neighbours differ (closed: also the last and the first).
Path interpolate(std::span<const Vec3> points, bool closed);

}  // namespace weald::curve
