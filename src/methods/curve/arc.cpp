#include "methods/curve/arc.h"

#include <cmath>

#include "base/check.h"
#include "base/math/math.h"
#include "methods/curve/bezier.h"

namespace weald::curve {

namespace {

/// Unit vector at `degrees` in the arc's plane.
Vec3 at_angle(Plane plane, double degrees) {
  const double c = math::cos_deg(degrees);
  const double s = math::sin_deg(degrees);
  return plane == Plane::xy ? Vec3{c, s, 0} : Vec3{c, 0, s};
}

Vec3 on_circle(const CircularArc& arc, double degrees) {
  return arc.centre + arc.radius * at_angle(arc.plane, degrees);
}

}  // namespace

Segment quadratic_arc(const CircularArc& arc) {
  WEALD_CHECK(arc.radius > 0 && std::abs(arc.sweep) > 0 && std::abs(arc.sweep) < 180);
  const double weight = math::cos_deg(arc.sweep / 2);
  // The tangents intersect at distance radius / weight from the centre; in homogeneous form no division is needed.
  const Vec3 middle = arc.centre * weight + arc.radius * at_angle(arc.plane, arc.start + arc.sweep / 2);
  return {
      {homogeneous(on_circle(arc, arc.start)), {middle, weight}, homogeneous(on_circle(arc, arc.start + arc.sweep))}};
}

bool is_circle(const CircularArc& arc) { return std::abs(arc.sweep) == 360; }

Path arc_path(const CircularArc& arc) {
  WEALD_CHECK(arc.radius > 0 && std::abs(arc.sweep) > 0 && std::abs(arc.sweep) <= 360);
  const int count = static_cast<int>(std::ceil(std::abs(arc.sweep) / 90));
  Path path;
  path.closed = is_circle(arc);
  for (int i = 0; i < count; ++i) {
    CircularArc one = arc;
    one.start = arc.start + arc.sweep * i / count;
    one.sweep = arc.sweep / count;
    path.segments.push_back(quadratic_arc(one));
    // Adjacent segments share their end point bit for bit.
    if (i > 0) path.segments.back().points.front() = path.segments[static_cast<std::size_t>(i) - 1].points.back();
  }
  if (path.closed) path.segments.back().points.back() = path.segments.front().points.front();
  return path;
}

}  // namespace weald::curve
