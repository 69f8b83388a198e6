#pragma once
// Curve: the artifact of curve stages: paths of rational Bezier segments of any degree.

#include <vector>

#include "base/math/vec.h"
#include "schema/input.h"

namespace weald::curve {

/// One rational Bezier segment of degree points.size() - 1, at least 1. Control points are homogeneous:
/// (w x, w y, w z, w) with w > 0. A polynomial segment has w = 1 everywhere.
struct Segment {
  std::vector<Vec4> points;
};

/// Segments joined end to end: the last control point of one is the first of the next.
struct Path {
  std::vector<Segment> segments;
  bool closed = false;  ///< the end of the last segment is the start of the first
  /// Width at the start of each segment and at the end of the last one, metres, for rivers; empty if the path has no
  /// widths.
  std::vector<double> widths{};
  int order = 0;  ///< Strahler's order of a river at its end; 0: not a river
};

/// The plane in which a flat curve was drawn, and which an SVG shows.
enum class Plane { xy, xz };

/// One or more paths. Lengths in metres.
struct Curve {
  std::vector<Path> paths;
  Plane plane = Plane::xy;
};

}  // namespace weald::curve

template <>
struct weald::schema::ArtifactName<weald::curve::Curve> {
  static constexpr std::string_view value = "curve";
};
