#pragma once
// The axis of a generalized cylinder: cubic curves through places where a turtle was, along its headings.

#include <array>
#include <vector>

#include "data/skeleton.h"

namespace weald::lsystem {

/// A point that the axis leads through.
struct AxisPoint {
  Vec3 position{0, 0, 0};
  Frame frame;
  double width = 0;  ///< metres
};

/// A piece of the axis: its end, the frame along its chord, and the widths at both ends.
struct AxisPiece {
  Vec3 start{0};
  Vec3 end{0};
  Frame frame;
  double start_width = 0;
  double end_width = 0;
};

/// The Hermite curve between two points, cut into `strips` pieces at even parameters. Its tangents are the headings
/// times the distance of the points times `tangents`; widths change evenly, and up turns with the axis by the smallest
/// rotation, from that of the first point. Empty where the points coincide. Pre: strips >= 1. Source: [mech1998].
std::vector<AxisPiece> smooth_axis(const AxisPoint& from, const AxisPoint& to, const std::array<double, 2>& tangents,
                                   int strips);

}  // namespace weald::lsystem
