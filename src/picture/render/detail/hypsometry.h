#pragma once
// Hypsometry: the colour of land by height and slope.

#include <optional>

#include "base/palette.h"
#include "data/heightmap.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// Mapping of heights and slopes to the colours of land.
struct LandTint {
  double low = 0;                    ///< metres, height of the lowest colour
  double high = 1;                   ///< metres, height of the highest colour
  float steep = 1;                   ///< slope (rise over run) drawn as a cliff
  std::optional<Palette> palette{};  ///< unset: the built-in map colours
};

/// Fits a tint to the land of a map: its heights at or above `sea_level`, or all heights if that is unset. The lowest
/// and the highest 0.2 % are ignored, so that a single peak or pit does not shift the colours. Slopes are multiplied by
/// `slope_scale`.
LandTint land_tint(const Heightmap& map, std::optional<double> sea_level, double slope_scale);

/// Replaces the tint's palette and, if set, its heights by those of `params`; `scale` is the exaggeration of the
/// heights.
LandTint chosen_tint(LandTint tint, const PictureParams& params, double scale);

/// Linear colour of land by height: that of the palette, or if none is set, from green lowlands through ochre and brown
/// to pale grey and white. Steep slopes show bare rock. `slope` is rise over run as drawn.
Vec3f land_colour(const LandTint& tint, double height, float slope);

/// Linear colour of water on a map. `depth` is relative: 0 at the shore, 1 or more in deep water.
Vec3f water_colour(float depth);

/// Linear colour of a block's side. `below` is the depth below the land as a share of the block's height; `height` is
/// the world height in the same unit, which places the strata.
Vec3f rock_colour(float below, float height);

}  // namespace weald::render
