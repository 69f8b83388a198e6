#pragma once
// Tropisms: how outer directions turn a turtle's frame.
//
// The wanted directions of all tropisms of one mode add up to V = sum e (cos a T + sin a N), where N is perpendicular
// to the vector T in the plane of T and the heading H, as long as T, and on the side of H; where H lies along T, that
// of L x T. H turns towards V by min(1, |H x V|) radians, which for one tropism is min(1, e |T| sin(angle(H, T) - a)).
// Then up turns about H towards the sum of the vectors e T of the tropisms that turn up, by min(1, |sum x U| in the
// plane perpendicular to H) radians. Rolls that the turtle made before stay as they are. Source: [prusinkiewicz1990]
// section 2.3.2, [mech1998].

#include <array>
#include <span>

#include "data/skeleton.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"

namespace weald::lsystem {

/// The elasticities of a turtle's tropisms, in their order.
using Elasticities = std::array<double, kMaxTropisms>;

/// Turns `frame` by the tropisms of one mode; false when it stays as it is.
bool apply_tropisms(std::span<const TropismParams> tropisms, const Elasticities& elasticities, TropismMode mode,
                    Frame& frame);

/// `v` turned about the axis of length 1 by an angle of the given cosine and sine.
Vec3 rotated_about(const Vec3& v, const Vec3& axis, double cosine, double sine);

}  // namespace weald::lsystem
