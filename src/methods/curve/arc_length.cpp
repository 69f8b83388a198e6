#include "methods/curve/arc_length.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "methods/curve/bezier.h"

namespace weald::curve {

namespace {

struct Node {
  double x;  ///< positive abscissa in [-1, 1]; the rule is symmetric
  double weight;
};

constexpr std::array<Node, 8> kGauss16{{
    {0.09501250983763744019, 0.1894506104550684963},
    {0.2816035507792589132, 0.1826034150449235889},
    {0.4580167776572273863, 0.169156519395002538},
    {0.6178762444026437484, 0.149595988816576732},
    {0.7554044083550030339, 0.1246289712555338721},
    {0.8656312023878317439, 0.09515851168249278481},
    {0.9445750230732325761, 0.06225352393864789286},
    {0.9894009349916499326, 0.02715245941175409485},
}};

double speed(const Segment& segment, double t) { return glm::length(derivatives(segment, t).first); }

double gauss(const Segment& segment, double t0, double t1) {
  const double middle = 0.5 * (t0 + t1);
  const double half = 0.5 * (t1 - t0);
  double sum = 0;
  for (const Node& node : kGauss16) {
    sum += node.weight * (speed(segment, middle - half * node.x) + speed(segment, middle + half * node.x));
  }
  return sum * half;
}

/// Deep enough for an interval around a cusp to shrink to the spacing of doubles near 1.
constexpr int kDepth = 50;

}  // namespace

double length(const Segment& segment, double accuracy) {
  const Path path{{segment}, false};
  return ArcLength(path, accuracy).total();
}

ArcLength::ArcLength(const Path& path, double accuracy) : path_(path), accuracy_(accuracy) {
  WEALD_CHECK(accuracy > 0 && !path.segments.empty());
  for (std::size_t i = 0; i < path.segments.size(); ++i) {
    measure(i, 0, 1, gauss(path.segments[i], 0, 1), accuracy, kDepth);
  }
}

void ArcLength::measure(std::size_t segment, double t0, double t1, double whole, double accuracy, int depth) {
  const Segment& curve = path_.segments[segment];
  const double middle = 0.5 * (t0 + t1);
  const double first = gauss(curve, t0, middle);
  const double second = gauss(curve, middle, t1);
  const double sum = first + second;
  if (depth == 0 || std::abs(sum - whole) <= std::max(accuracy, 1e-14 * sum)) {
    intervals_.push_back({segment, t0, middle, total_, first});
    intervals_.push_back({segment, middle, t1, total_ + first, second});
    total_ += sum;
    return;
  }
  measure(segment, t0, middle, first, 0.5 * accuracy, depth - 1);
  measure(segment, middle, t1, second, 0.5 * accuracy, depth - 1);
}

PathPosition ArcLength::at(double s) const {
  const auto starts_after = [](double length, const Interval& i) { return length < i.start; };
  const auto after = std::upper_bound(intervals_.begin(), intervals_.end(), s, starts_after);
  const Interval& interval = after == intervals_.begin() ? intervals_.front() : *(after - 1);
  const double wanted = std::clamp(s - interval.start, 0.0, interval.length);
  if (wanted <= 0) return {interval.segment, interval.t0};
  if (wanted >= interval.length) return {interval.segment, interval.t1};
  const Segment& curve = path_.segments[interval.segment];
  double low = interval.t0;
  double high = interval.t1;
  double t = low + (high - low) * (wanted / interval.length);
  constexpr int kRounds = 80;
  for (int round = 0; round < kRounds; ++round) {
    const double error = gauss(curve, interval.t0, t) - wanted;
    if (std::abs(error) <= 0.25 * accuracy_) break;
    (error > 0 ? high : low) = t;
    const double rate = speed(curve, t);
    const double newton = rate > 0 ? t - error / rate : low;
    t = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (!(t > low && t < high)) break;  // adjacent doubles: no better parameter exists
  }
  return {interval.segment, t};
}

}  // namespace weald::curve
