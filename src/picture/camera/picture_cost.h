#pragma once
// What drawing a picture will take.

#include <optional>

#include "data/estimate.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// Of one picture.
struct PictureCost {
  Amount pixels;
  Amount bytes;    ///< memory while it is drawn, the subject not counted
  Amount seconds;  ///< of one core, rough
};

/// What a picture with `params` will take; `grid` is that of the heightmap that it shows, where it shows one and the
/// grid is known.
PictureCost picture_cost(const PictureParams& params, const std::optional<GridSpec>& grid);

}  // namespace weald::render
