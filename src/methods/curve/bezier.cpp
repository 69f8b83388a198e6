#include "methods/curve/bezier.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "methods/curve/detail/de_casteljau.h"

namespace weald::curve {

namespace {

/// The last three columns of the de Casteljau triangle at t, which yield the point and both derivatives.
struct Tip {
  std::array<Vec4, 3> second;  ///< the three points of column n - 2
  std::array<Vec4, 2> first;   ///< the two points of column n - 1
  Vec4 point{0};
};

Tip tip(const Segment& segment, double t) {
  InlineSegment piece(segment);
  const int n = piece.degree;
  Tip result{};
  for (int left = n; left > 0; --left) {  // left + 1 points remain
    if (left == 2) result.second = {piece.at(0), piece.at(1), piece.at(2)};
    if (left == 1) result.first = {piece.at(0), piece.at(1)};
    for (int i = 0; i < left; ++i) piece.at(i) = mix(piece.at(i), piece.at(i + 1), t);
  }
  result.point = piece.at(0);
  return result;
}

/// Largest coordinate difference between control points: the scale for deciding that a vector vanishes.
double extent(const InlineSegment& piece) {
  Bounds box;
  for (int i = 0; i <= piece.degree; ++i) box.add(project(piece.at(i)));
  const Vec3 size = box.size();
  return std::max({size.x, size.y, size.z});
}

/// Direction from the first control point to the next distinct one along the control polygon.
std::optional<Vec3> leaving_direction(const InlineSegment& piece, double scale) {
  const Vec3 from = piece.start();
  for (int i = 1; i <= piece.degree; ++i) {
    const Vec3 step = project(piece.at(i)) - from;
    const double length = glm::length(step);
    if (length > scale) return step / length;
  }
  return std::nullopt;
}

bool inside(const Bounds& box, const Vec3& p, double slack) {
  return glm::all(glm::greaterThanEqual(p, box.min - slack)) && glm::all(glm::lessThanEqual(p, box.max + slack));
}

/// Adds the curve to `box` by recursively halving pieces whose control points extend beyond it.
void add_bounds(InlineSegment piece, double accuracy, int depth, Bounds& box) {
  box.add(piece.start());
  box.add(piece.end());
  bool all_inside = true;
  for (int i = 1; i < piece.degree; ++i) all_inside = all_inside && inside(box, project(piece.at(i)), accuracy);
  if (all_inside || depth == 0) {
    for (int i = 1; i < piece.degree; ++i) box.add(project(piece.at(i)));
    return;
  }
  const InlineSegment right = cut(piece, 0.5);
  box.add(right.start());
  add_bounds(piece, accuracy, depth - 1, box);
  add_bounds(right, accuracy, depth - 1, box);
}

}  // namespace

Segment make_segment(std::span<const Vec3> points, std::span<const double> weights) {
  WEALD_CHECK(points.size() >= 2 && points.size() <= kMaxDegree + 1);
  WEALD_CHECK(weights.empty() || weights.size() == points.size());
  Segment segment;
  segment.points.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double w = weights.empty() ? 1.0 : weights[i];
    WEALD_CHECK(w > 0);
    segment.points.push_back(homogeneous(points[i], w));
  }
  return segment;
}

Vec3 evaluate(const Segment& segment, double t) { return project(tip(segment, t).point); }

Derivatives derivatives(const Segment& segment, double t) {
  const Tip at = tip(segment, t);
  const double n = degree(segment);
  const Vec4 first = (at.first[1] - at.first[0]) * n;
  const Vec4 second = (at.second[2] - at.second[1] * 2.0 + at.second[0]) * (n * (n - 1));
  // C = N / D: C' = (N' - D' C) / D and C'' = (N'' - 2 D' C' - D'' C) / D.
  const double d = at.point.w;
  Derivatives result{};
  result.point = project(at.point);
  result.first = (Vec3{first} - first.w * result.point) / d;
  result.second = (Vec3{second} - 2 * first.w * result.first - second.w * result.point) / d;
  return result;
}

std::optional<Vec3> direction(const Segment& segment, double t) {
  InlineSegment left(segment);
  const double vanishing = 1e-9 * extent(left);
  const Vec3 first = derivatives(segment, t).first;
  const double speed = glm::length(first);
  if (speed > vanishing && speed > 0) return first / speed;
  const InlineSegment right = cut(left, t);
  if (const auto leaving = leaving_direction(right, vanishing)) return leaving;
  InlineSegment back;
  back.degree = left.degree;
  for (int i = 0; i <= left.degree; ++i) back.at(i) = left.at(left.degree - i);
  const auto arriving = leaving_direction(back, vanishing);
  return arriving ? std::optional{-*arriving} : std::nullopt;
}

std::pair<Segment, Segment> split(const Segment& segment, double t) {
  InlineSegment left(segment);
  const InlineSegment right = cut(left, t);
  return {left.segment(), right.segment()};
}

Segment part(const Segment& segment, double t0, double t1) {
  WEALD_CHECK(t0 >= 0 && t0 <= t1 && t1 <= 1);
  return part(InlineSegment(segment), t0, t1).segment();
}

Segment reversed(const Segment& segment) { return {{segment.points.rbegin(), segment.points.rend()}}; }

Bounds bounds(const Segment& segment, double accuracy) {
  WEALD_CHECK(accuracy > 0);
  const InlineSegment piece(segment);
  double largest = 0;
  for (int i = 0; i <= piece.degree; ++i) {
    const Vec3 p = glm::abs(project(piece.at(i)));
    largest = std::max({largest, p.x, p.y, p.z});
  }
  Bounds box;
  constexpr int kBoundsDepth = 40;
  // Below the rounding error of the coordinates, no number of subdivisions would bring the control points inside.
  add_bounds(piece, std::max(accuracy, 1e-12 * largest), kBoundsDepth, box);
  return box;
}

Bounds bounds(const Curve& curve, double accuracy) {
  Bounds box;
  for (const Path& path : curve.paths) {
    for (const Segment& segment : path.segments) {
      box.add(bounds(segment, accuracy));
    }
  }
  return box;
}

}  // namespace weald::curve
