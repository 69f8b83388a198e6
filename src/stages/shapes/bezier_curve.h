#pragma once
// Stage `bezier`: a path from control points, through points, or a circular arc.

#include <optional>
#include <vector>

#include "base/run_context.h"
#include "data/curve.h"
#include "data/estimates.h"
#include "methods/curve/bezier.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/shapes/detail/point.h"

namespace weald::curve {

/// An arc in the plane of the curve; angles in degrees.
struct ArcParams {
  Point centre;
  double radius = 1;
  double start = 0;
  double sweep = 90;
};

/// Exactly one of `points`, `through` and `arc` is given.
struct BezierCurveParams {
  std::vector<Point> points;
  std::vector<double> weights;
  std::optional<int> degree;
  std::vector<Point> through;
  std::optional<ArcParams> arc;
  bool closed = false;
  Plane plane = Plane::xy;
};

/// The path that `params` describe: one segment, segments of `degree` that share their end points, a smooth path
/// through points, or an exact arc. Pre: validated by the schema.
Curve bezier_curve(const BezierCurveParams& params);

/// Stage `bezier`.
struct BezierCurve {
  using Params = BezierCurveParams;
  /// Tells only whether the path is closed.
  static Estimate estimate(const Params& params, const schema::Estimates&);
  static Curve run(const Params& params, const schema::Inputs&, const RunContext&) { return bezier_curve(params); }
};

}  // namespace weald::curve

template <>
struct weald::schema::Schema<weald::curve::ArcParams> {
  using P = curve::ArcParams;
  static constexpr auto fields =
      Fields{Field{&P::centre, "centre", "Centre of the circle.", "m", Range{-1e7, 1e7}},
             Field{&P::radius, "radius", "Radius of the circle.", "m", Range{1e-6, 1e7}},
             Field{&P::start, "start",
                   "Angle of the first point, measured from x towards the second axis of the "
                   "plane.",
                   "deg", Range{-3600, 3600}},
             Field{&P::sweep, "sweep", "Angle of the arc, 360 for a circle; negative values run the other way.", "deg",
                   Range{-360, 360}}};
};

template <>
struct weald::schema::Schema<weald::curve::BezierCurveParams> {
  using P = curve::BezierCurveParams;
  static constexpr std::string_view kind = "bezier";
  static constexpr std::string_view summary =
      "Makes a path of rational Bezier segments, a smooth path through points, or an exact arc.";
  static constexpr auto fields = Fields{
      Field{&P::points, "points", "Control points, each [x, y] in the plane or [x, y, z].", "m", Range{-1e7, 1e7}},
      Field{&P::weights, "weights",
            "One weight per control point; a larger weight pulls the curve closer; empty: "
            "all 1.",
            "", Range{1e-6, 1e6}},
      Field{&P::degree, "degree",
            "Degree of the segments, which share their end points; unset: one segment of all "
            "points.",
            "", Range{1, curve::kMaxDegree}},
      Field{&P::through, "through", "Points that a smooth curve passes through, instead of control points.", "m",
            Range{-1e7, 1e7}},
      Field{&P::arc, "arc", "A circular arc, instead of points."},
      Field{&P::closed, "closed", "Whether the path returns to its first point, which is not repeated."},
      Field{&P::plane, "plane", "Plane of points given by two numbers: xy upright, xz on the ground."}};
  /// Checks that there is one source of points, with counts that match the degree and the weights.
  static void check(const P& params, Checker& checker);
};
