#pragma once
// Directions by bearing and elevation.

#include "base/math/math.h"
#include "base/math/vec.h"

namespace weald {

/// Unit vector towards a bearing (degrees clockwise from north) and an elevation (degrees above the horizon); x is
/// east, y up and z south.
inline Vec3 direction_of(double azimuth, double elevation) {
  const double level = math::cos_deg(elevation);
  return {math::sin_deg(azimuth) * level, math::sin_deg(elevation), -math::cos_deg(azimuth) * level};
}

}  // namespace weald
