#pragma once
// Hillshade: how bright slopes are.

#include <algorithm>
#include <cmath>

#include "base/math/vec.h"

namespace weald::raster {

/// Brightness (0 to 1, but for rounding) of a slope under one light: the cosine between its normal and the light, 0
/// where it faces away. `slope` is rise over run to the east and to the south; `light` points towards the light, unit
/// length. Source: [horn1981].
template <class T>
T hillshade(const glm::vec<2, T>& slope, const glm::vec<3, T>& light) {
  const T facing = light.y - slope.x * light.x - slope.y * light.z;
  return std::max(T{0}, facing / std::sqrt(1 + slope.x * slope.x + slope.y * slope.y));
}

}  // namespace weald::raster
