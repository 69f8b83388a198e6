#include "stages/plants/lsystem/detail/value_curve.h"

#include <algorithm>

namespace weald::lsystem {

ValueCurve::ValueCurve(std::vector<Vec2> points, CurveShape shape) : points_(std::move(points)) {
  if (shape == CurveShape::smooth) smooth_.emplace(points_);
}

double ValueCurve::operator()(double x) const {
  if (x != x) return x;
  if (x <= points_.front().x) return points_.front().y;
  if (x >= points_.back().x) return points_.back().y;
  if (smooth_) return (*smooth_)(x);
  const auto after =
      std::upper_bound(points_.begin(), points_.end(), x, [](double v, const Vec2& p) { return v < p.x; });
  const Vec2 &a = *(after - 1), &b = *after;
  return a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x));
}

}  // namespace weald::lsystem
