#pragma once
// Hillshade: a map of the land lit from the north-west, seen from above.

#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// The light of a hillshade: a main sun and weaker ones at both sides, so that slopes along the main light show too.
class HillLight {
 public:
  /// The main light's bearing and height, degrees.
  HillLight(double azimuth, double elevation);
  /// Weighted mean of raster::hillshade() over the lights.
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
