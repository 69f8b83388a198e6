#include "methods/curve/upright.h"

#include <algorithm>
#include <limits>

namespace weald::curve {

namespace {

/// The lowest and the highest of some coordinates.
struct Spread {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool is_flat() const { return !(high > low); }
};

}  // namespace

bool is_upright(const Curve& curve) {
  if (curve.plane != Plane::xy) return false;
  Spread y, z;
  for (const Path& path : curve.paths) {
    for (const Segment& segment : path.segments) {
      for (const auto& point : segment.points) {
        y.add(point.y / point.w);
        z.add(point.z / point.w);
      }
    }
  }
  return z.is_flat() && !y.is_flat();
}

void warn_if_upright(const Curve& curve, std::string_view key, const RunContext& context) {
  if (is_upright(curve))
    context.warn(
        "the curve stands upright: all its points have the same z, so it is a straight line from above; 'plane: xz' of "
        "the curve lays points of two numbers on the ground, and points of three numbers are [x, height, z]",
        key);
}

}  // namespace weald::curve
