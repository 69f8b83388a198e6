#pragma once
// What metal mirrors: the sky, the ground and the sun, the less sharp the rougher it is. Internal to render/.

#include "picture/light/light.h"

namespace weald::render {

/// What a point of metal sees.
struct MetalView {
  Vec3f direction{0};      ///< of the ray from the camera, unit length
  Vec3f normal{0};         ///< on the side that is seen, unit length
  float roughness = 0;     ///< 0 to 1
  float sun_share = 0;     ///< of the sun that is not blocked, 0 to 1
  float open = 1;          ///< share of the sky that is not blocked
  Vec3f diffuse{0};        ///< light of the sky and the ground on a matt surface there
  Vec3f sun_direction{0};  ///< towards the sun, unit length
};

/// The light that metal mirrors to the camera, per unit of its colour: the sun by the microfacet model of GGX, the sky
/// and the ground in the mirrored direction, blended into that of all directions as roughness grows.
/// Source: [walter2007], [karis2013].
Vec3f metal_light(const MetalView& view, const LightColours& colours);

}  // namespace weald::render
