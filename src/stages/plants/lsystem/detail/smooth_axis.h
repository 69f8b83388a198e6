#pragma once
// The axis of a generalized cylinder: cubic curves through positions of a turtle, tangent to its headings.

#include <array>
#include <vector>

#include "data/skeleton.h"

namespace weald::lsystem {

/// A point that the axis passes through.
struct AxisPoint {
  Vec3 position{0, 0, 0};
  Frame frame;
  double width = 0;  ///< metres
};

/// A piece of the axis: its end points, the frame along its chord, and the widths at both ends.
struct AxisPiece {
  Vec3 start{0};
  Vec3 end{0};
  Frame frame;
  double start_width = 0;
  double end_width = 0;
};

/// The Hermite curve between two points, divided into `strips` pieces at equal parameter steps. Its tangents are the
/// headings, scaled by the distance of the points and by `tangents`. Widths are interpolated linearly, and `up` is
/// carried along the axis by the smallest rotation, starting at the first point. Empty if the points coincide. Pre:
/// strips >= 1. Source: [mech1998].
std::vector<AxisPiece> smooth_axis(const AxisPoint& from, const AxisPoint& to, const std::array<double, 2>& tangents,
                                   int strips);

}  // namespace weald::lsystem
