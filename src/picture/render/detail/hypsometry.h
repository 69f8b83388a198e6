#pragma once
// Hypsometry: what colour land has by its height and its slope.

#include <optional>

#include "base/palette.h"
#include "data/heightmap.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// How the colours of land are laid over a map.
struct LandTint {
  double low = 0;                    ///< metres, height of the lowest colour
  double high = 1;                   ///< metres, height of the highest colour
  float steep = 1;                   ///< slope (rise over run) that looks like a cliff
  std::optional<Palette> palette{};  ///< unset: the colours of maps
};

/// Colours for the land of a map: heights at or above `sea_level` (all where it is unset), without the lowest and the
/// highest share of 0.2 %, so that a single peak or pit does not shift the colours. Slopes are taken times
/// `slope_scale`.
LandTint land_tint(const Heightmap& map, std::optional<double> sea_level, double slope_scale);

/// The tint with the palette and the heights that the picture asks for; `scale` is the exaggeration of the heights.
LandTint chosen_tint(LandTint tint, const PictureParams& params, double scale);

/// Linear colour of land: that of the palette, or without one greens in the lowlands, ochre and brown above, pale grey
/// and white on the heights; bare rock where it is steep. `slope` is rise over run as drawn.
Vec3f land_colour(const LandTint& tint, double height, float slope);

/// Linear colour of water on a map. `depth` is relative: 0 at the shore, 1 and more where it is deep.
Vec3f water_colour(float depth);

/// Linear colour of a block's side. `below` is the depth below the land in shares of the block's height, `height` the
/// world height in the same unit (it places the strata).
Vec3f rock_colour(float below, float height);

}  // namespace weald::render
