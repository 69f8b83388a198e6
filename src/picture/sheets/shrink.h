#pragma once
// Downscaling of pictures.

#include "data/image.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// The largest size within `most` that keeps the aspect ratio of `size`, at least 1 x 1; `size` itself if it fits.
PixelSize fitted_size(PixelSize size, PixelSize most);

/// Downscales `image` to `size`: each new pixel is the mean of the area that it covers, in linear light, with
/// transparent pixels composited over `paper`. Pre: `size` is at least 1 x 1 and no larger than the image in either
/// dimension.
Image shrunk(const Image& image, PixelSize size, Rgba8 paper = {246, 245, 241, 255});

}  // namespace weald::render
