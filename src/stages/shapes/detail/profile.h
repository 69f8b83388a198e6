#pragma once
// Profile: the outline that a sweep carries along a curve, with normals and texture coordinates of its corners.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"

namespace weald::scene {

/// A planar outline in metres; x points right and y up when looking along the direction of travel. Closed outlines run
/// counter-clockwise. The outside of an open outline is on the right of its direction, so one drawn from right to left
/// faces up.
struct Outline {
  std::vector<Vec2> points;
  bool closed = true;
};

/// An outline prepared for sweeping. Edge i joins point i to point i + 1 (cyclically if closed).
struct Profile {
  Outline outline;
  std::vector<Vec2> normals;                     ///< outward, unit; one or two per point
  std::vector<std::uint32_t> edge_start_normal;  ///< per edge, index into normals at its first point
  std::vector<std::uint32_t> edge_end_normal;    ///< per edge, index into normals at its second point
  std::vector<double> shares;  ///< arc length at each point, as a share of the whole; closed outlines have a final 1
  double reach = 0;            ///< distance between the farthest point and the curve, metres

  /// Number of edges.
  std::size_t edge_count() const { return outline.closed ? outline.points.size() : outline.points.size() - 1; }
};

/// Signed area in square metres, positive if counter-clockwise.
double area(const std::vector<Vec2>& points);

/// Whether no corner turns right. Pre: counter-clockwise.
bool is_convex(const std::vector<Vec2>& points);

/// Regular polygon around the origin with its first corner on the right. Pre: sides >= 3.
Outline circle_outline(double radius, int sides);
/// Rectangle around the origin.
Outline rectangle_outline(double width, double height);
/// A horizontal line facing up.
Outline ribbon_outline(double width);

/// Prepares an outline: removes repeated points, reverses clockwise outlines, and gives corners that turn by less than
/// `crease` degrees one averaged normal, sharper ones two. Pre: at least 3 distinct points if closed, 2 if open.
Profile make_profile(Outline outline, double crease);

}  // namespace weald::scene
