#pragma once
// Relief: a heightmap as a block of land with walls, and the sea where there is one.

#include <optional>

#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "picture/camera/picture_params.h"
#include "picture/surface/surface.h"
#include "picture/water/water.h"

namespace weald::render {

/// The surfaces of a block. Heights include the exaggeration.
struct ReliefBlock {
  Heightmap land;  ///< resampled and exaggerated
  Surface land_surface;
  Surface outline;  ///< coarse land, to block the sky's light only
  Surface walls;
  std::optional<Surface> sea;  ///< top and sides of the water
  std::optional<Water> water;  ///< its `bed` is unset: it is `land`, wherever that lives
  double base = 0;             ///< height of the block's bottom, metres
};

/// Vertical scale that makes the forms of a block readable in a picture whose longer side is `longer` pixels. Pre: the
/// map has at least two samples along both axes.
double relief_exaggeration(const Heightmap& map, int longer);

/// Builds the block with about one sample per pixel of a picture whose longer side is `longer` pixels, and at most 2305
/// along the longer side (then 11 million triangles, 350 MB). Pre: the map has
/// at least two samples along both axes.
ReliefBlock relief_block(const Heightmap& map, const PictureParams& params, int longer);

/// Bearing of the sun of a relief where none is asked for, degrees.
inline constexpr double kReliefSunAzimuth = 315;
/// Elevation of the camera of a relief where none is asked for, degrees.
inline constexpr double kReliefElevation = 34;

/// The block in low light, fitted to the frame. A map of fewer than two samples along an axis gives the background.
Image render_relief(const Heightmap& map, const PictureParams& params, const RunContext& context);

}  // namespace weald::render
