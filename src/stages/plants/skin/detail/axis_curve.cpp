#include "stages/plants/skin/detail/axis_curve.h"

#include <algorithm>
#include <cmath>

#include "methods/curve/frames.h"
#include "methods/curve/hermite.h"
#include "methods/curve/interpolate.h"

namespace weald::plant {

double AxisCurve::chord(std::size_t piece) const {
  return glm::length(nodes_[piece + 1].position - nodes_[piece].position);
}

Vec3 AxisCurve::inner_tangent(std::size_t node, double step) const {
  const Vec3& here = nodes_[node].position;
  return curve::centripetal_tangent(here - nodes_[node - 1].position, nodes_[node + 1].position - here, step);
}

Vec3 AxisCurve::position(std::size_t piece, double t) const {
  const Vec3& p = nodes_[piece].position;
  const Vec3& q = nodes_[piece + 1].position;
  const Vec3 d = q - p;
  if (!smooth_ || nodes_.size() == 2) return p + d * t;
  const double step = std::sqrt(glm::length(d));
  const bool first = piece == 0;
  const bool last = piece + 1 == pieces();
  Vec3 m0 = first ? d : inner_tangent(piece, step);
  Vec3 m1 = last ? d : inner_tangent(piece + 1, step);
  // At a free end the curve is a parabola.
  if (first) m0 = 2.0 * d - m1;
  if (last) m1 = 2.0 * d - m0;
  return curve::hermite(p, m0, m1, q, t);
}

double AxisCurve::node_radius(std::size_t node) const {
  if (tip_.end && node + 1 == nodes_.size()) return *tip_.end;
  return std::max(nodes_[node].radius, tip_.least);
}

double AxisCurve::inner_slope(std::size_t node) const {
  const double a = chord(node - 1);
  const double b = chord(node);
  return curve::monotone_slope(a, b, (node_radius(node) - node_radius(node - 1)) / a,
                               (node_radius(node + 1) - node_radius(node)) / b);
}

double AxisCurve::radius(std::size_t piece, double t) const {
  const double r0 = node_radius(piece);
  const double r1 = node_radius(piece + 1);
  if (!smooth_ || r0 == r1) return r0 + (r1 - r0) * t;
  const double length = chord(piece);
  const double m0 = piece == 0 ? r1 - r0 : inner_slope(piece) * length;
  const double m1 = piece + 1 == pieces() ? r1 - r0 : inner_slope(piece + 1) * length;
  return curve::hermite(r0, m0, m1, r1, t);
}

double AxisCurve::turn(std::size_t node) const {
  if (node == 0 || node + 1 == nodes_.size()) return 0;
  const Vec3 before = nodes_[node].position - nodes_[node - 1].position;
  const Vec3 after = nodes_[node + 1].position - nodes_[node].position;
  return curve::angle_between(before, after);
}

}  // namespace weald::plant
