#include "stages/shapes/bezier_curve.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text/counted.h"
#include "methods/curve/arc.h"
#include "methods/curve/interpolate.h"

namespace weald::curve {

namespace {

/// Paths with more points come from an editor and are not typed into a preset.
constexpr std::size_t kMaxPoints = 100000;

std::vector<Vec3> all_placed(const std::vector<Point>& points, Plane plane) {
  std::vector<Vec3> places;
  places.reserve(points.size() + 1);
  for (const Point& point : points) places.push_back(placed(point, plane));
  return places;
}

Path controlled_path(const BezierCurveParams& params) {
  std::vector<Vec3> points = all_placed(params.points, params.plane);
  std::vector<double> weights = params.weights;
  if (weights.empty()) weights.assign(points.size(), 1.0);
  if (params.closed) {
    points.push_back(points.front());
    weights.push_back(weights.front());
  }
  const std::size_t n = params.degree ? static_cast<std::size_t>(*params.degree) : points.size() - 1;
  Path path;
  path.closed = params.closed;
  for (std::size_t i = 0; i + n < points.size(); i += n) {
    path.segments.push_back(make_segment(std::span{points}.subspan(i, n + 1), std::span{weights}.subspan(i, n + 1)));
  }
  return path;
}

CircularArc circular_arc(const ArcParams& arc, Plane plane) {
  return {placed(arc.centre, plane), arc.radius, arc.start, arc.sweep, plane};
}

}  // namespace

Curve bezier_curve(const BezierCurveParams& params) {
  Curve curve;
  curve.plane = params.plane;
  if (params.arc) {
    curve.paths.push_back(arc_path(circular_arc(*params.arc, params.plane)));
  } else if (!params.through.empty()) {
    curve.paths.push_back(interpolate(all_placed(params.through, params.plane), params.closed));
  } else {
    curve.paths.push_back(controlled_path(params));
  }
  return curve;
}

Estimate BezierCurve::estimate(const Params& params, const schema::Estimates&) {
  const bool is_closed = params.arc ? is_circle(circular_arc(*params.arc, params.plane)) : params.closed;
  return {.paths = SurePaths::all(is_closed)};
}

}  // namespace weald::curve

namespace weald::schema {

namespace {

using curve::BezierCurveParams;

void check_through(const BezierCurveParams& params, Checker& checker) {
  const std::size_t count = params.through.size();
  const std::size_t fewest = params.closed ? 3 : 2;
  if (count < fewest) {
    checker.error("through", fmt::format("'through' needs at least {} points here, not {}", fewest, count));
    return;
  }
  for (std::size_t i = params.closed ? 0 : 1; i < count; ++i) {
    const std::size_t before = (i + count - 1) % count;
    if (placed(params.through[i], params.plane) != placed(params.through[before], params.plane)) continue;
    checker.error("through", fmt::format("points {} and {} of 'through' are identical", before + 1, i + 1),
                  "remove one of them; with 'closed' the first point is not repeated");
    return;
  }
}

void check_points(const BezierCurveParams& params, Checker& checker) {
  const std::size_t count = params.points.size();
  const std::size_t ends = params.closed ? count : count - 1;  // sum of the segments' degrees
  if (count < 2) {
    checker.error("points", fmt::format("'points' needs at least 2 points, not {}", count));
  } else if (!params.degree && ends > curve::kMaxDegree) {
    checker.error("points",
                  fmt::format("{} points make one segment of degree {}, above {}", count, ends, curve::kMaxDegree),
                  "set 'degree' to join segments, or use 'through'");
  } else if (params.degree && ends % static_cast<std::size_t>(*params.degree) != 0) {
    checker.error(
        "degree",
        fmt::format("{} points do not make {} segments of degree {}", count, params.closed ? "closed" : "joined",
                    *params.degree),
        fmt::format("a path needs a multiple of {}{} points", *params.degree, params.closed ? "" : " plus 1"));
  }
  if (!params.weights.empty() && params.weights.size() != count) {
    checker.error("weights", fmt::format("{} for {}", counted_noun(params.weights.size(), "weight"),
                                         counted_noun(count, "point")));
  }
}

}  // namespace

void Schema<BezierCurveParams>::check(const BezierCurveParams& params, Checker& checker) {
  const int sources = int{!params.points.empty()} + int{!params.through.empty()} + int{params.arc.has_value()};
  if (sources != 1) {
    checker.error(sources == 0 ? "points"
                  : params.arc ? "arc"
                               : "through",
                  "a curve needs one of 'points', 'through' and 'arc'");
    return;
  }
  if (params.points.empty() && !params.weights.empty())
    checker.error("weights", "'weights' are used with 'points' only");
  if (params.points.empty() && params.degree) checker.error("degree", "'degree' is used with 'points' only");
  if (params.arc && params.closed) checker.error("closed", "an arc is closed with a 'sweep' of 360");
  if (params.arc && std::abs(params.arc->sweep) < 1e-9) checker.error("arc", "the 'sweep' of an arc must not be 0");
  if (params.points.size() > curve::kMaxPoints)
    checker.error("points", fmt::format("more than {} points", curve::kMaxPoints));
  if (params.through.size() > curve::kMaxPoints)
    checker.error("through", fmt::format("more than {} points", curve::kMaxPoints));
  if (!params.points.empty()) check_points(params, checker);
  if (!params.through.empty()) check_through(params, checker);
}

}  // namespace weald::schema
