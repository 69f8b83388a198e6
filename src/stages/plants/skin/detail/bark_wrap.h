#pragma once
// How the texture of the bark lies around tubes and along them.

#include <cstdint>

#include "stages/plants/skin/detail/bark_plan.h"

namespace weald::plant {

/// u at `column` sides around a ring with `sides` sides. On thick wood u grows evenly by `edge.turns` in a whole turn.
/// On thin wood (`edge.mirrored`) it grows to half of them and back again, which needs no seam; it begins at the corner
/// nearest to `edge.start`.
double texture_around(const TextureEdge& edge, double column, std::uint32_t sides);

/// Sets the wraps of all tubes, for a texture that is `width` metres wide. Thick wood has a whole number of repeats
/// around it. Wood with a circumference below 0.6 widths has a part of the texture, twice and mirrored: the part
/// shrinks with the square root of the circumference, so twigs have finer bark than the trunk, but not its whole
/// pattern. Along a tapering tube the repeats are chosen again where texels have become four times finer than intended.
/// v is shifted by whole repeats to stay near 0, where half floats are exact enough. Rings with two different edges
/// have separate texture coordinates for the bands above and below. The texture of thin side axes is turned so that it
/// folds on both sides of their joint, and u grows in the same direction as the parent's below it. Pre: width > 0.
void wrap_bark(BarkPlan& plan, double width);

}  // namespace weald::plant
