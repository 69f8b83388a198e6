#pragma once
// Points exactly on the polygons of a stem's bark, where leaf stalks are attached.

#include <cstddef>
#include <optional>
#include <span>

#include "stages/plants/skin/detail/joint_holes.h"
#include "stages/plants/skin/detail/rings.h"

namespace weald::plant {

/// A position along a stem: between ring `below` and the next ring, at share `t`.
struct StemPlace {
  std::size_t below = 0;
  double t = 0;
};

/// The position at arc length `arc` in metres, clamped to the stem's ends. Pre: the stem has rings.
StemPlace place_at(const Stem& stem, double arc);
/// The position on the stem's axis nearest to `point`, searched around parameter `at` of its curve, at most twice the
/// distance at `at` away. Pre: the stem has rings.
StemPlace nearest_place(const Stem& stem, const Vec3& point, double at);

/// Centre, frame and radius between two rings.
Ring ring_between(const Stem& stem, const StemPlace& place);

/// Angle in degrees of `direction` around the axis, from the ring's side towards tangent x side; unset if the direction
/// is parallel to the axis.
std::optional<double> azimuth_of(const Ring& ring, const Vec3& direction);

/// The point on the bark's polygons at `place`, `azimuth` degrees around from the ring's side towards tangent x side.
/// At the end of a pointed stem it is the tip, at the end of a cut one the centre of the end face. Where a joint has
/// removed the polygon, the point lies on the axis, inside the polygons that fill the hole. `gaps` has one entry per
/// ring, or none if the stem has no holes.
Vec3 point_on_bark(const Stem& stem, std::span<const RingGaps> gaps, const StemPlace& place, double azimuth);

/// The point on the bark's polygons beside the axis position nearest to `point`, on the side of `point`, or on the side
/// of `beyond` if `point` lies on the axis. Returns `point` if the stem has no length. `gaps` as for point_on_bark().
Vec3 foot_on_bark(const Stem& stem, std::span<const RingGaps> gaps, const Vec3& point, const Vec3& beyond);

}  // namespace weald::plant
