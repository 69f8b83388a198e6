#include "methods/curve/monotone_curve.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "methods/curve/hermite.h"

namespace weald::curve {

namespace {

// Slope at an end from its two intervals: the three-point formula, clamped where it would break monotonicity.
double end_slope(double h0, double h1, double rise0, double rise1) {
  const double slope = ((2 * h0 + h1) * rise0 - h0 * rise1) / (h0 + h1);
  if (slope * rise0 <= 0) return 0;
  if (rise0 * rise1 < 0 && std::abs(slope) > 3 * std::abs(rise0)) return 3 * rise0;
  return slope;
}

}  // namespace

MonotoneCurve::MonotoneCurve(std::vector<Vec2> points) : points_(std::move(points)), slopes_(points_.size()) {
  const std::size_t last = points_.size() - 1;
  WEALD_CHECK(points_.size() >= 2);
  std::vector<double> width(last);
  std::vector<double> rise(last);
  for (std::size_t i = 0; i < last; ++i) {
    width[i] = points_[i + 1].x - points_[i].x;
    WEALD_CHECK(width[i] > 0);
    rise[i] = (points_[i + 1].y - points_[i].y) / width[i];
  }
  if (last == 1) {
    slopes_ = {rise[0], rise[0]};
    return;
  }
  slopes_[0] = end_slope(width[0], width[1], rise[0], rise[1]);
  slopes_[last] = end_slope(width[last - 1], width[last - 2], rise[last - 1], rise[last - 2]);
  for (std::size_t i = 1; i < last; ++i) slopes_[i] = monotone_slope(width[i - 1], width[i], rise[i - 1], rise[i]);
}

double MonotoneCurve::operator()(double x) const {
  if (x <= points_.front().x) return points_.front().y + slopes_.front() * (x - points_.front().x);
  if (x >= points_.back().x) return points_.back().y + slopes_.back() * (x - points_.back().x);
  const auto above =
      std::upper_bound(points_.begin(), points_.end(), x, [](double value, const Vec2& p) { return value < p.x; });
  const auto i = static_cast<std::size_t>(above - points_.begin()) - 1;
  const double h = points_[i + 1].x - points_[i].x;
  return hermite(points_[i].y, slopes_[i] * h, slopes_[i + 1] * h, points_[i + 1].y, (x - points_[i].x) / h);
}

}  // namespace weald::curve
