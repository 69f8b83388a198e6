#pragma once
// Colour bleeding: fills the transparent pixels of an image with the colours around them.

#include "base/math/vec.h"
#include "data/grid.h"

namespace weald::texture {

/// Gives every pixel with zero alpha the colour of the visible pixels around it, interpolated from successively coarser
/// means, so that filtering and mipmaps introduce no other colours. Other pixels are unchanged. Colours are (r, g, b,
/// alpha), not premultiplied. An image without any alpha is unchanged.
void bleed_colours(Grid<Vec4f>& picture);

}  // namespace weald::texture
