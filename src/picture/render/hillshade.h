#pragma once
// Hillshade: a shaded map of the land seen from above, lit from the north-west by default.

#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// Lights of a hillshade: a main light, and weaker ones on both sides and above that reveal slopes along the main
/// light.
class HillLight {
 public:
  /// Bearing and elevation of the main light, in degrees.
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

/// A vertical scale that makes the relief of a map readable. `rms_slope` is the root mean square slope (rise over run)
/// at the picture's resolution.
double hillshade_exaggeration(double rms_slope);

/// Draws the map as large as the picture allows, with square cells, on paper where the aspect ratios differ.
Image render_hillshade(const Heightmap& map, const PictureParams& params, const RunContext& context);

}  // namespace weald::render
