#pragma once
// Reflections of the sky, the ground and the sun in metal, blurred by roughness.

#include "picture/light/light.h"

namespace weald::render {

/// The shading inputs at a point of metal.
struct MetalView {
  Vec3f direction{0};      ///< from the camera to the point, unit length
  Vec3f normal{0};         ///< on the visible side, unit length
  float roughness = 0;     ///< 0 to 1
  float sun_share = 0;     ///< unblocked share of the sun, 0 to 1
  float open = 1;          ///< unoccluded share of the sky
  Vec3f diffuse{0};        ///< irradiance from sky and ground on a matt surface at the point
  Vec3f sun_direction{0};  ///< towards the sun, unit length
};

/// Light that metal reflects to the camera, per unit of its colour. The sun uses the GGX microfacet model; the sky and
/// the ground are looked up in the mirror direction and blended towards their diffuse irradiance as roughness grows.
/// Source: [walter2007], [karis2013].
Vec3f metal_light(const MetalView& view, const LightColours& colours);

}  // namespace weald::render
