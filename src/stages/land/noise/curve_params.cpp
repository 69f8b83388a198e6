#include "stages/land/noise/curve_params.h"

#include <memory>

#include "methods/curve/monotone_curve.h"

namespace weald::noise {

std::function<double(double)> curve_function(const std::vector<Vec2>& points) {
  if (points.empty()) return [](double t) { return t; };
  return [curve = std::make_shared<const curve::MonotoneCurve>(points)](double t) { return (*curve)(t); };
}

bool check_curve(const std::vector<Vec2>& points, schema::Checker& checker) {
  if (points.empty()) return true;
  if (points.size() < 2 || points.size() > 1000) {
    checker.error("curve", "a curve needs 2 to 1000 points");
    return false;
  }
  for (std::size_t i = 1; i < points.size(); ++i) {
    // Points closer than this would give slopes that overflow when squared.
    if (!(points[i].x - points[i - 1].x >= 1e-9)) {
      checker.error("curve", "the x of the curve's points must increase from point to point");
      return false;
    }
  }
  return true;
}

}  // namespace weald::noise
