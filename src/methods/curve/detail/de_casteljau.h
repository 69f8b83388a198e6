#pragma once
// InlineSegment: a Bezier segment in a fixed-size array, with de Casteljau's algorithm.

#include <array>

#include "base/check.h"
#include "methods/curve/bezier.h"

namespace weald::curve {

/// A segment without heap allocation, for inner loops.
struct InlineSegment {
  std::array<Vec4, kMaxDegree + 1> points;
  int degree = 0;

  InlineSegment() = default;
  /// Pre: degree 1 to kMaxDegree.
  explicit InlineSegment(const Segment& segment) : degree(curve::degree(segment)) {
    WEALD_CHECK(degree >= 1 && degree <= kMaxDegree);
    for (int i = 0; i <= degree; ++i) at(i) = segment.points[static_cast<std::size_t>(i)];
  }
  /// Control point `i`, 0 to degree, homogeneous.
  Vec4& at(int i) { return points[static_cast<std::size_t>(i)]; }
  const Vec4& at(int i) const { return points[static_cast<std::size_t>(i)]; }

  /// End points.
  Vec3 start() const { return project(at(0)); }
  Vec3 end() const { return project(at(degree)); }

  /// The piece as a segment.
  Segment segment() const { return {{points.begin(), points.begin() + degree + 1}}; }
};

/// The affine combination a (1 - t) + b t, exact at both ends.
inline Vec4 mix(const Vec4& a, const Vec4& b, double t) { return a * (1 - t) + b * t; }

/// Turns `piece` into the part before `t` and returns the part after it.
inline InlineSegment cut(InlineSegment& piece, double t) {
  const int n = piece.degree;
  InlineSegment right;
  right.degree = n;
  // Column j of the triangle overwrites column j - 1, starting at the far end. Its first entry is a control point of
  // the left part, its last entry one of the right part.
  right.at(n) = piece.at(n);
  for (int j = 1; j <= n; ++j) {
    for (int i = n; i >= j; --i) piece.at(i) = mix(piece.at(i - 1), piece.at(i), t);
    right.at(n - j) = piece.at(n);
  }
  return right;
}

/// The part of `piece` between `t0` and `t1`. Pre: 0 <= t0 <= t1 <= 1.
inline InlineSegment part(InlineSegment piece, double t0, double t1) {
  if (t1 < 1) cut(piece, t1);
  return t0 > 0 ? cut(piece, t0 / t1) : piece;
}

}  // namespace weald::curve
