#pragma once
// Relief: a heightmap drawn as a block of land with walls, with a sea where the land is under water.

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
  Surface outline;  ///< coarse copy of the land, used only to occlude the sky
  Surface walls;
  std::optional<Surface> sea;  ///< top and sides of the water
  std::optional<Water> water;  ///< `bed` is left unset; its owner points it at `land`
  double base = 0;             ///< height of the block's bottom, metres
  double exaggeration = 1;     ///< heights of the block over heights of the map
};

/// A vertical scale that makes the relief readable in a picture whose longer side is `longer` pixels. Pre: the map has
/// at least two samples along both axes.
double relief_exaggeration(const Heightmap& map, int longer);

/// Builds the block with about one sample per pixel of a picture whose longer side is `longer` pixels. The longer side
/// of the block has at most 2305 samples (then 11 million triangles, 350 MB). Pre: the map has at least two samples
/// along both axes.
ReliefBlock relief_block(const Heightmap& map, const PictureParams& params, int longer);

/// Default elevation of a relief's camera, degrees.
inline constexpr double kReliefElevation = 34;

/// Draws the block under a low sun, fitted to the frame. A map with fewer than two samples along an axis gives the
/// background.
Image render_relief(const Heightmap& map, const PictureParams& params, const RunContext& context);

}  // namespace weald::render
