#pragma once
// The formulas of Weber and Penn's tree model as separate functions. Lengths in metres, angles in degrees.
// Source: [weber1995].

#include "base/math/vec.h"
#include "data/skeleton.h"
#include "stages/plants/models/detail/weber_penn_params.h"

namespace weald::tree {

/// Length of a main branch relative to the longest; `ratio` is 0 at the top of the crown and 1 at its base. The shape
/// `envelope` needs the outline, see envelope_width.
double shape_ratio(CrownShape shape, double ratio);

/// Radius of the pruning envelope relative to its largest; `ratio` as above; 0 outside the range 0 to 1.
double envelope_width(const PruneEnvelope& envelope, double ratio);

/// Whether `position` lies inside the pruning envelope of a tree of height `height` whose crown begins at
/// base_size * height.
bool inside_envelope(const PruneEnvelope& envelope, const Vec3& position, double height, double base_size);

/// Radius at position `z` (0 foot, 1 tip) of a stem of the given length with `radius` at its foot. Pre: taper 0 to 3.
double tapered_radius(double taper, double radius, double length, double z);

/// Factor of the trunk's radius at position `z` (0 foot, 1 tip).
double flare_factor(double flare, double z);

/// Measures of a stem that determine its children.
struct StemMeasure {
  int level = 0;
  double length = 0;
  double length_max = 1;     ///< the level's nLength, with its variation drawn
  double parent_length = 0;  ///< length of its parent stem; unused for the trunk
  double offset = 0;         ///< distance from its parent's foot; unused for the trunk
};

/// Number of children of the next level on `stem`, before rounding; `branches` is the parameter of the next level.
double child_count(const StemMeasure& stem, double branches);

/// Number of leaves on `stem`, before rounding.
double leaf_count(const StemMeasure& stem, double leaves);

/// Angle between a child and its parent. `crown_ratio` is 1 at the base of the branching part and 0 at the tip; `draw`
/// is uniform from -1 to 1.
double child_down_angle(double angle, double variation, double crown_ratio, double draw);

// ---- rotation of frames ----

/// Rotates the heading away from `up`, like & of the turtle.
void pitch(lsystem::Frame& frame, double degrees);
/// Rolls the frame about its heading; the left side moves up.
void roll(lsystem::Frame& frame, double degrees);
/// Rotates the frame about a unit axis, by the right-hand rule.
void turn_about(lsystem::Frame& frame, const Vec3& axis, double degrees);
/// Angle between the heading and the vertical.
double declination(const lsystem::Frame& frame);
/// Rotates the heading up (down if negative) by attraction * declination * sin(declination) / segments, at most to the
/// vertical: the paper's curve for a stem that bends in a vertical plane.
void attract_up(lsystem::Frame& frame, double attraction, int segments);

}  // namespace weald::tree
