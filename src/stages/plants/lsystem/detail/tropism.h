#pragma once
// Tropisms: how external directions bend a turtle's frame.
//
// The target directions of all tropisms of one mode add up to V = sum e (cos a T + sin a N). N lies in the plane of the
// vector T and the heading H, is perpendicular to T, has T's length and lies on the side of H; if H is parallel to T, N
// lies on the side of L x T. H turns towards V by min(1, |H x V|) radians; for a single tropism this is min(1, e |T|
// sin(angle(H, T) - a)). Then up rotates about H towards the sum of the vectors e T of the tropisms that turn up, by
// min(1, |sum x U| in the plane perpendicular to H) radians. Earlier rolls of the turtle are preserved. Source:
// [prusinkiewicz1990] section 2.3.2, [mech1998].

#include <array>
#include <span>

#include "data/skeleton.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"

namespace weald::lsystem {

/// Elasticities of a turtle's tropisms, in their order.
using Elasticities = std::array<double, kMaxTropisms>;

/// Bends `frame` by the tropisms of one mode. Returns false if the frame does not change.
bool apply_tropisms(std::span<const TropismParams> tropisms, const Elasticities& elasticities, TropismMode mode,
                    Frame& frame);

/// `v` rotated about the unit vector `axis` by an angle with the given cosine and sine.
Vec3 rotated_about(const Vec3& v, const Vec3& axis, double cosine, double sine);

}  // namespace weald::lsystem
