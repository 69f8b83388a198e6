#include "methods/curve/flatten.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "methods/curve/bezier.h"
#include "methods/curve/detail/de_casteljau.h"

namespace weald::curve {

namespace {

double squared_distance_to_chord(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length2 = glm::dot(along, along);
  const double t = length2 > 0 ? std::clamp(glm::dot(p - a, along) / length2, 0.0, 1.0) : 0.0;
  const Vec3 off = p - (a + along * t);
  return glm::dot(off, off);
}

/// The curve lies in the convex hull of its control points, and the distance to a chord is a convex function, so the
/// curve is within the tolerance if all control points are. Each halving brings the control points four times closer to
/// the curve.
bool within(InlineSegment piece, const Vec3& a, const Vec3& b, double tolerance2, int depth) {
  bool all = true;
  for (int i = 1; i < piece.degree && all; ++i) {
    all = squared_distance_to_chord(project(piece.at(i)), a, b) <= tolerance2;
  }
  if (all) return true;
  if (depth == 0) return false;
  const InlineSegment right = cut(piece, 0.5);
  if (!(squared_distance_to_chord(right.start(), a, b) <= tolerance2)) return false;
  return within(piece, a, b, tolerance2, depth - 1) && within(right, a, b, tolerance2, depth - 1);
}

constexpr int kProofDepth = 6;  // halvings; each brings the control points four times closer

bool chord_is_within(const InlineSegment& piece, double tolerance) {
  return within(piece, piece.start(), piece.end(), tolerance * tolerance, kProofDepth);
}

/// The running integral of sqrt(|C' x C''| / |C'|) dt, which is the integral of the square root of curvature over arc
/// length, at equal steps of t. A chord over an interval with integral s deviates from the curve by about s^2 / 8.
class CurvatureIntegral {
 public:
  CurvatureIntegral(const Segment& segment, int steps) {
    sums_.reserve(static_cast<std::size_t>(steps) + 1);
    sums_.push_back(0);
    for (int i = 0; i < steps; ++i) {
      const Derivatives d = derivatives(segment, (i + 0.5) / steps);
      const double speed = glm::length(d.first);
      const double turn = glm::length(glm::cross(d.first, d.second));
      sums_.push_back(sums_.back() + (speed > 0 ? std::sqrt(turn / speed) / steps : 0));
    }
  }
  double total() const { return sums_.back(); }

  /// The parameter t at which the integral reaches `share` of the total.
  double at_share(double share) const {
    const double wanted = share * total();
    const auto above = std::upper_bound(sums_.begin(), sums_.end(), wanted);
    if (above == sums_.end()) return 1;
    const auto i = static_cast<std::size_t>(above - sums_.begin()) - 1;
    const double inside = (wanted - sums_[i]) / (sums_[i + 1] - sums_[i]);
    return std::clamp((static_cast<double>(i) + inside) / static_cast<double>(sums_.size() - 1), 0.0, 1.0);
  }

 private:
  std::vector<double> sums_;
};

constexpr double kStepsPerChord = 4;   // steps of the finer curvature integral
constexpr double kMaxSteps = 1 << 16;  // upper limit of its steps for any tolerance

[[noreturn]] void refuse_count() {
  throw StageError(
      fmt::format("the tolerance is too small for this curve: it would need more than {} points per segment",
                  kMaxFlattenedPoints),
      "tolerance");
}

/// Appends the chord ends of [t0, t1] except `t0`, halving intervals until the tolerance is met.
void refine(const InlineSegment& whole, double t0, double t1, double tolerance, std::vector<double>& ts) {
  const double middle = 0.5 * (t0 + t1);
  const bool can_halve = middle > t0 && middle < t1;
  if (!can_halve || chord_is_within(part(whole, t0, t1), tolerance)) {
    if (ts.size() >= kMaxFlattenedPoints) refuse_count();
    ts.push_back(t1);
    return;
  }
  refine(whole, t0, middle, tolerance, ts);
  refine(whole, middle, t1, tolerance, ts);
}

/// The ends of `count` chords with equal integrals; empty if one of them exceeds the tolerance.
std::vector<double> even_chords(const InlineSegment& whole, const CurvatureIntegral& integral, std::size_t count,
                                double tolerance) {
  std::vector<double> ts{0};
  for (std::size_t i = 1; i <= count; ++i) {
    const double t = i == count ? 1.0 : integral.at_share(static_cast<double>(i) / static_cast<double>(count));
    if (!(t > ts.back()) || !chord_is_within(part(whole, ts.back(), t), tolerance)) return {};
    ts.push_back(t);
  }
  return ts;
}

}  // namespace

bool chord_is_within(const Segment& segment, double tolerance) {
  return chord_is_within(InlineSegment(segment), tolerance);
}

std::vector<double> flatten_parameters(const Segment& segment, double tolerance) {
  WEALD_CHECK(tolerance > 0);
  const InlineSegment whole(segment);
  if (degree(segment) == 1) return {0, 1};  // also with unequal weights, which only move points along the line
  const int coarse = 16 * (degree(segment) - 1);
  CurvatureIntegral integral(segment, coarse);
  const double scale = 1 / std::sqrt(8 * tolerance);
  if (!(integral.total() * scale < static_cast<double>(kMaxFlattenedPoints))) refuse_count();
  // Placing many chords accurately requires an integral that resolves the curvature inside every chord.
  const int fine = static_cast<int>(std::min(kStepsPerChord * integral.total() * scale, kMaxSteps));
  if (fine > coarse) integral = CurvatureIntegral(segment, fine);
  const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(integral.total() * scale)));
  // If there are few chords, one chord fewer often suffices; if there are many, the saving is not worth the test.
  const std::size_t fewer = count <= 16 ? count - 1 : 0;
  for (const std::size_t candidate : {fewer, count, count + 1 + count / 64}) {
    if (candidate == 0) continue;
    std::vector<double> ts = even_chords(whole, integral, candidate, tolerance);
    if (!ts.empty()) return ts;
  }
  std::vector<double> ts{0};
  for (std::size_t i = 1; i <= count; ++i) {
    const double t = i == count ? 1.0 : integral.at_share(static_cast<double>(i) / static_cast<double>(count));
    if (t > ts.back()) refine(whole, ts.back(), t, tolerance, ts);
  }
  return ts;
}

Polyline flatten(const Path& path, double tolerance) {
  Polyline line;
  line.closed = path.closed;
  const auto append = [&](const Vec3& p) {
    if (line.points.empty() || p != line.points.back()) line.points.push_back(p);
  };
  for (const Segment& segment : path.segments) {
    const std::vector<double> ts = flatten_parameters(segment, tolerance);
    for (const double t : ts) append(evaluate(segment, t));
  }
  if (line.closed && line.points.size() > 1 && line.points.front() == line.points.back()) line.points.pop_back();
  return line;
}

std::vector<Polyline> flatten(const Curve& curve, double tolerance) {
  std::vector<Polyline> lines;
  lines.reserve(curve.paths.size());
  for (const Path& path : curve.paths) lines.push_back(flatten(path, tolerance));
  return lines;
}

}  // namespace weald::curve
