#pragma once
// The parameter `curve`: points of a monotone curve, shared by the stages that map values through one.

#include <functional>
#include <vector>

#include "base/math/vec.h"
#include "schema/decode.h"

namespace weald::noise {

/// The monotone curve through the points of a parameter `curve`, extrapolated linearly; the identity if there are none.
/// Pre: check_curve() accepts the points.
std::function<double(double)> curve_function(const std::vector<Vec2>& points);

/// Reports a parameter `curve` that has neither no points nor 2 to 1000 points of increasing x. Returns false if it
/// did.
bool check_curve(const std::vector<Vec2>& points, schema::Checker& checker);

}  // namespace weald::noise
