#pragma once
// The estimated cost of drawing a picture.

#include <optional>

#include "data/estimate.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// Estimated cost of one picture.
struct PictureCost {
  Amount pixels;
  Amount bytes;    ///< memory while the picture is drawn, without the subject
  Amount seconds;  ///< core seconds, rough
};

/// Estimates the cost of a picture with `params`. `grid` is the grid of the heightmap in the picture, if there is one
/// and its grid is known.
PictureCost picture_cost(const PictureParams& params, const std::optional<GridSpec>& grid);

}  // namespace weald::render
