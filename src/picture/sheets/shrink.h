#pragma once
// Smaller copies of pictures.

#include "data/image.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// The largest size within `most` that has the proportions of `size`, at least 1 x 1; `size` itself where it fits.
PixelSize fitted_size(PixelSize size, PixelSize most);

/// `image` brought to `size`: each new pixel is the mean of the area it covers, in linear light; transparent pixels
/// show `paper` behind them. Pre: `size` is at least 1 x 1 and along neither side larger than the image.
Image shrunk(const Image& image, PixelSize size, Rgba8 paper = {246, 245, 241, 255});

}  // namespace weald::render
