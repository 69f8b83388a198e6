#pragma once
// Water: shading of the sea over a bed of land.

#include "data/heightmap.h"
#include "picture/light/light.h"

namespace weald::render {

/// The sea of a relief. Heights are in metres as drawn, exaggeration included.
struct Water {
  const Heightmap* bed = nullptr;
  double level = 0;
  double clarity = 1;  ///< depth in metres at which most of the bed's colour is lost
};

/// Light on the water's surface.
struct WaterLight {
  Vec3f sun{0};  ///< sun colour times its visible share
  Vec3f sun_direction{0, 1, 0};
  Vec3f sky{0};        ///< irradiance
  Vec3f reflected{0};  ///< colour of the sky that the surface mirrors at grazing angles
};

/// Fresnel reflectance of a water surface for this cosine of the angle to its normal.
float water_fresnel(float cosine);

/// Colour of the water at `receiver` seen along `direction` (towards the scene): the bed through the water, the water's
/// own colour, and the reflected sky.
Vec3f shade_water(const Water& water, const Receiver& receiver, const Vec3& direction, const WaterLight& light);

}  // namespace weald::render
