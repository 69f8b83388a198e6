#pragma once
// Rational Bezier segments: construction, evaluation, derivatives, splitting, bounds.
//
// Most functions use de Casteljau's algorithm on homogeneous control points and divide by the weight at the end. This
// one numerically stable method serves every degree up to kMaxDegree, every positive weight, and both 2D and 3D. The
// parameter t runs from 0 to 1. Source: [farin2002], [piegl1997].

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "data/curve.h"

namespace weald::curve {

/// Highest degree of a segment; the functions use fixed arrays of kMaxDegree + 1 points.
inline constexpr int kMaxDegree = 32;

/// Degree of a segment: one less than its number of control points.
inline int degree(const Segment& segment) { return static_cast<int>(segment.points.size()) - 1; }

/// The homogeneous form (w x, w y, w z, w) of a point with weight `w`.
inline Vec4 homogeneous(const Vec3& point, double w = 1.0) { return {point * w, w}; }

/// The point that a homogeneous point represents. Pre: h.w is not 0.
inline Vec3 project(const Vec4& h) { return Vec3{h} / h.w; }

/// The segment with these control points and weights (all 1 if `weights` is empty). Pre: 2 to kMaxDegree + 1 points,
/// the same number of weights or none, every weight above 0.
Segment make_segment(std::span<const Vec3> points, std::span<const double> weights = {});

/// Point at `t`. Pre: t in [0, 1].
Vec3 evaluate(const Segment& segment, double t);

/// Point and derivatives with respect to t, of the curve itself, not of its homogeneous form.
struct Derivatives {
  Vec3 point{0};
  Vec3 first{0};
  Vec3 second{0};
};

/// Point, first and second derivative at `t` by the quotient rule. Pre: t in [0, 1].
Derivatives derivatives(const Segment& segment, double t);

/// Unit direction of travel at `t`. Where the derivative vanishes (cusps, repeated control points), it is the direction
/// in which the curve leaves the point or, at t = 1, arrives at it. Unset for a segment that is a single point. Pre: t
/// in [0, 1].
std::optional<Vec3> direction(const Segment& segment, double t);

/// The two parts before and after `t`, each over its own [0, 1]. They share the point at `t` bit for bit.
std::pair<Segment, Segment> split(const Segment& segment, double t);

/// The part between `t0` and `t1`. Pre: 0 <= t0 <= t1 <= 1.
Segment part(const Segment& segment, double t0, double t1);

/// The curve traversed in the opposite direction.
Segment reversed(const Segment& segment);

/// Box of the curve (not of its control points), at most `accuracy` metres too large per side. Pre: accuracy > 0.
Bounds bounds(const Segment& segment, double accuracy);

/// Box of a whole curve, see bounds(Segment). Empty for a curve without segments.
Bounds bounds(const Curve& curve, double accuracy);

}  // namespace weald::curve
