#pragma once
// Points on the bark of a stem, exact to its polygons: where stalks of leaves are fixed.

#include <cstddef>
#include <optional>
#include <span>

#include "stages/plants/skin/detail/joint_holes.h"
#include "stages/plants/skin/detail/rings.h"

namespace weald::plant {

/// A place along a stem: between ring `below` and the next one, at share `t` of the way.
struct StemPlace {
  std::size_t below = 0;
  double t = 0;
};

/// The place at distance `arc` along the stem, metres; clamped to its ends. Pre: the stem has rings.
StemPlace place_at(const Stem& stem, double arc);
/// The place on the stem's axis that is nearest to `point`, about parameter `at` of its curve: no farther along it than
/// twice the distance there. Pre: the stem has rings.
StemPlace nearest_place(const Stem& stem, const Vec3& point, double at);

/// Centre, frame and radius between two rings.
Ring ring_between(const Stem& stem, const StemPlace& place);

/// Degrees from the ring's side, towards tangent x side, to `direction` around the axis; unset where that runs along
/// it.
std::optional<double> azimuth_of(const Ring& ring, const Vec3& direction);

/// The point of the bark's polygons at a place and at `azimuth` degrees around it, from the ring's side towards
/// tangent x side; the tip itself at the end of a pointed stem, the middle of the end face of a cut one. Where a joint
/// has taken the polygon away the point is on the axis, inside the polygons that fill the hole. `gaps` has one entry
/// per ring, or none where the stem has no holes.
Vec3 point_on_bark(const Stem& stem, std::span<const RingGaps> gaps, const StemPlace& place, double azimuth);

/// The point of the bark's polygons beside the place of the axis that is nearest to `point`, on its side of the stem;
/// on the side of `beyond` where `point` is on the axis itself. `point` where the stem has no length. `gaps` as for
/// point_on_bark().
Vec3 foot_on_bark(const Stem& stem, std::span<const RingGaps> gaps, const Vec3& point, const Vec3& beyond);

}  // namespace weald::plant
