#pragma once
// Vertex colours as renderers use them: as factors of the material's colour.

#include "base/math/vec.h"
#include "data/image.h"

namespace weald::mesh {

/// The vertex colour that turns the colour `material` into `colour`, both sRGB from 0 to 1; 255 where `colour` is
/// brighter. Ratios of encoded values approximate ratios of light, since the sRGB curve is close to a power. Source:
/// [iec61966].
inline Rgba8 vertex_colour(const Vec3& colour, const Vec3& material) {
  return to_rgba8(colour / glm::max(material, Vec3{1.0 / 255}));
}

}  // namespace weald::mesh
