#pragma once
// Hillshade: the brightness of slopes.

#include <algorithm>
#include <cmath>

#include "base/math/vec.h"

namespace weald::raster {

/// Length of the upward normal (-x, 1, -y) of a slope, which is rise over run to the east and to the south.
template <class T>
T normal_length(const glm::vec<2, T>& slope) {
  return std::sqrt(1 + slope.x * slope.x + slope.y * slope.y);
}

/// The component of that normal towards a light. Divided by the length of the normal, it is the cosine of the angle
/// between the two.
template <class T>
T facing(const glm::vec<2, T>& slope, const glm::vec<3, T>& light) {
  return light.y - slope.x * light.x - slope.y * light.z;
}

/// Brightness (0 to 1, except for rounding) of a slope under one light: the cosine of the angle between its normal and
/// the light, 0 if it faces away. `light` points towards the light, unit length. Source: [horn1981].
template <class T>
T hillshade(const glm::vec<2, T>& slope, const glm::vec<3, T>& light) {
  return std::max(T{0}, facing(slope, light) / normal_length(slope));
}

}  // namespace weald::raster
