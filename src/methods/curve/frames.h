#pragma once
// Moving frames along sampled curves: rotation-minimising by double reflection, or with a fixed up direction.
//
// A frame consists of a position, a unit tangent (the direction of travel) and a unit up vector perpendicular to it;
// `right` completes them: right x up = -tangent, so a profile drawn with x to the right and y up has the same
// orientation seen along the tangent. Source: [wang2008] (double reflection, twist correction of closed curves).

#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"

namespace weald::curve {

/// A position on a curve with its axes.
struct Frame {
  Vec3 position{0};
  Vec3 tangent{0, 0, 1};  ///< unit
  Vec3 up{0, 1, 0};       ///< unit, perpendicular to the tangent

  /// Unit vector to the right, looking along the tangent with `up` on top.
  Vec3 right() const { return glm::cross(tangent, up); }
};

/// Points of a curve and the unit tangents at them, one per point.
struct FrameSamples {
  std::span<const Vec3> points;
  std::span<const Vec3> tangents;
  bool closed = false;  ///< the last sample is followed by the first, which is not repeated
};

/// Angle between two vectors, degrees in [0, 180]; 0 if one of them is zero.
double angle_between(const Vec3& a, const Vec3& b);

/// The unit vector perpendicular to `tangent` that is closest to `wish`. If the two are parallel, it is closest to the
/// coordinate axis that the tangent is least aligned with. Pre: unit tangent.
Vec3 perpendicular(const Vec3& tangent, const Vec3& wish);

/// `up` rotated about the unit axis `tangent` by `degrees`, counter-clockwise seen against the tangent. Pre: `up` is
/// perpendicular to `tangent`.
Vec3 turned(const Vec3& up, const Vec3& tangent, double degrees);

/// Rotation-minimising frames: each is the previous frame, reflected twice. The error of the last frame falls with the
/// fourth power of the sample distance. `first_up` is made perpendicular to the first tangent. On closed curves the
/// angle between the last and the first frame is distributed along the length, so that they join. Pre: at least one
/// sample, consecutive points differ.
std::vector<Frame> minimal_frames(const FrameSamples& samples, const Vec3& first_up);

/// Frames whose up vector is as close to `up` as the tangent allows, as for a road that is level across. Where the
/// tangent is parallel to `up`, the up vector of the previous frame is transported by transported_up(). Pre: at least
/// one sample, consecutive points differ.
std::vector<Frame> upright_frames(const FrameSamples& samples, const Vec3& up);

/// The up vector of the next frame, from the current one: reflection in the plane halfway between the points, then in
/// the plane that maps the reflected tangent to the new tangent. Either reflection is skipped if its two points or
/// tangents are equal except for rounding.
Vec3 transported_up(const Frame& frame, const Vec3& next_point, const Vec3& next_tangent);

}  // namespace weald::curve
