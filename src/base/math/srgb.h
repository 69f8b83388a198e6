#pragma once
// sRGB to linear light and back. Source: [iec61966].

#include "base/math/math.h"

namespace weald {

/// Linear light, 0 to 1, of an sRGB component from 0 to 1.
inline double linear_of_srgb(double v) { return v <= 0.04045 ? v / 12.92 : math::pow((v + 0.055) / 1.055, 2.4); }

/// sRGB component, 0 to 1, of linear light from 0 to 1.
inline double srgb_of_linear(double v) { return v <= 0.0031308 ? 12.92 * v : 1.055 * math::pow(v, 1 / 2.4) - 0.055; }

}  // namespace weald
