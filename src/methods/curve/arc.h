#pragma once
// Circular arcs as exact rational Bezier segments. Source: [farin2002], [piegl1997].

#include "data/curve.h"

namespace weald::curve {

/// An arc in the plane of two coordinate axes. Angles run from the first axis (x) towards the second (y or z).
struct CircularArc {
  Vec3 centre{0, 0, 0};
  double radius = 1;  ///< metres
  double start = 0;   ///< degrees
  double sweep = 90;  ///< degrees; negative: in the opposite direction
  Plane plane = Plane::xy;
};

/// One rational segment of degree 2 with middle weight cos(sweep / 2). Pre: radius > 0, 0 < |sweep| < 180.
Segment quadratic_arc(const CircularArc& arc);

/// Whether the arc is a full turn, which is closed.
bool is_circle(const CircularArc& arc);

/// The arc as rational segments of degree 2 of equal angle, at most 90 degrees each; closed for a full turn.
/// Pre: radius > 0, 0 < |sweep| <= 360.
Path arc_path(const CircularArc& arc);

}  // namespace weald::curve
