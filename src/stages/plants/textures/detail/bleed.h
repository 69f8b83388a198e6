#pragma once
// Bleeding: colours go on where a picture is transparent.

#include "base/math/vec.h"
#include "data/grid.h"

namespace weald::texture {

/// Gives every pixel of no alpha the colour of the visible ones around it, mixed from ever coarser means, so that
/// filtering and smaller copies mix in no other colour. Colours with alpha stay. Colours are (r, g, b, alpha), not
/// multiplied with alpha. A picture without any alpha stays as it is.
void bleed_colours(Grid<Vec4f>& picture);

}  // namespace weald::texture
