#pragma once
// Hillshade: a map of the land lit from the north-west, seen from above.

#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "picture/picture_params.h"

namespace weald::render {

/// Brightness (0 to 1) of a slope under one light: the cosine between its normal and the light, 0 where it faces away.
/// `slope` is rise over run to the east and to the south; `light` points towards the light, unit length.
/// Source: [horn1981].
float hillshade(const Vec2f& slope, const Vec3f& light);

/// The light of a hillshade: a main sun and weaker ones at both sides, so that slopes along the main light show too.
class HillLight {
 public:
  /// The main light's bearing and height, degrees.
  HillLight(double azimuth, double elevation);
  /// Weighted mean of hillshade() over the lights.
  float operator()(const Vec2f& slope) const;

 private:
  struct Lamp {
    Vec3f direction{0};
    float weight;
  };
  Lamp lamps_[4];
};

/// Vertical scale that makes the forms of a map readable whose slopes, as the picture resolves them, have this root
/// mean square (rise over run).
double hillshade_exaggeration(double rms_slope);

/// The map as large as the picture allows, cells square, on paper where the proportions differ.
Image render_hillshade(const Heightmap& map, const PictureParams& params, const RunContext& context);

}  // namespace weald::render
