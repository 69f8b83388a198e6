#pragma once
// Profile: the outline that a sweep draws along a curve, with the normals and texture coordinates of its corners.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"

namespace weald::scene {

/// A flat outline, x to the right and y up seen along the direction of travel, metres. Closed outlines run
/// counter-clockwise; open ones have their outside on the right of the drawing direction (right to left faces up).
struct Outline {
  std::vector<Vec2> points;
  bool closed = true;
};

/// An outline ready to be swept. Edge i joins point i to point i + 1 (closed: cyclic).
struct Profile {
  Outline outline;
  std::vector<Vec2> normals;                     ///< outward, unit; one or two per point
  std::vector<std::uint32_t> edge_start_normal;  ///< per edge, index into normals at its first point
  std::vector<std::uint32_t> edge_end_normal;    ///< per edge, index into normals at its second point
  std::vector<double> shares;  ///< share of the outline's length at each point, closed outlines: plus a last 1
  double reach = 0;            ///< distance of the farthest point from the curve, metres

  /// Number of edges.
  std::size_t edge_count() const { return outline.closed ? outline.points.size() : outline.points.size() - 1; }
};

/// Signed area, positive counter-clockwise, square metres.
double area(const std::vector<Vec2>& points);

/// True when every corner turns left or goes straight. Pre: counter-clockwise.
bool is_convex(const std::vector<Vec2>& points);

/// Regular polygon around the origin, its first corner to the right. Pre: sides >= 3.
Outline circle_outline(double radius, int sides);
/// Rectangle around the origin.
Outline rectangle_outline(double width, double height);
/// A line across, facing up.
Outline ribbon_outline(double width);

/// Prepares an outline: repeated points are left out, clockwise ones turned round, corners that turn by less than
/// `crease` degrees get one averaged normal and sharper ones two. Pre: at least 3 distinct points when closed, 2 when
/// open.
Profile make_profile(Outline outline, double crease);

}  // namespace weald::scene
