#pragma once
// The formulas of Weber and Penn's tree model, each on its own. Lengths in metres, angles in degrees.
// Source: [weber1995].

#include "base/math/vec.h"
#include "data/skeleton.h"
#include "stages/plants/models/detail/weber_penn_params.h"

namespace weald::tree {

/// Share of the greatest length that a main branch has; `ratio` is 0 at the crown's top and 1 at its foot. The shape
/// `envelope` needs the outline: see envelope_width.
double shape_ratio(CrownShape shape, double ratio);

/// Radius of the pruning envelope as a share of its greatest; `ratio` as above; 0 outside 0 to 1.
double envelope_width(const PruneEnvelope& envelope, double ratio);

/// Whether `position` lies inside the pruning envelope of a tree of `height` whose crown begins at base_size * height.
bool inside_envelope(const PruneEnvelope& envelope, const Vec3& position, double height, double base_size);

/// Radius at the share `z` (0 foot, 1 tip) of a stem with `radius` at its foot and `length`. Pre: taper 0 to 3.
double tapered_radius(double taper, double radius, double length, double z);

/// Factor on the trunk's radius at the share `z` of its length.
double flare_factor(double flare, double z);

/// A stem as its children see it.
struct StemMeasure {
  int level = 0;
  double length = 0;
  double length_max = 1;     ///< its nLength as drawn
  double parent_length = 0;  ///< of the stem it grows on; unused on the trunk
  double offset = 0;         ///< from its parent's foot; unused on the trunk
};

/// Number of children of the next level on `stem`, before rounding; `branches` is the next level's.
double child_count(const StemMeasure& stem, double branches);

/// Number of leaves on `stem`, before rounding.
double leaf_count(const StemMeasure& stem, double leaves);

/// Angle between a child and its parent; `crown_ratio` is 1 at the foot of the part that branches and 0 at the tip,
/// `draw` uniform from -1 to 1.
double child_down_angle(double angle, double variation, double crown_ratio, double draw);

// ---- turning frames ----

/// Turns the heading away from `up`, as & does in the turtle.
void pitch(lsystem::Frame& frame, double degrees);
/// Turns the frame about its heading; what was at the left goes up.
void roll(lsystem::Frame& frame, double degrees);
/// Turns the frame about a unit axis, by the right hand.
void turn_about(lsystem::Frame& frame, const Vec3& axis, double degrees);
/// Angle between the heading and the vertical.
double declination(const lsystem::Frame& frame);
/// Turns the heading up (down if negative) by attraction * declination * sin(declination) / segments, no farther than
/// to the vertical: the paper's curve for a stem whose bending plane is vertical.
void attract_up(lsystem::Frame& frame, double attraction, int segments);

}  // namespace weald::tree
