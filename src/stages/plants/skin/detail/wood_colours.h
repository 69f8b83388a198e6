#pragma once
// Transfer of colours from a skeleton's segments to the rings of tubes.

#include <span>
#include <vector>

#include "data/skeleton.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/palette.h"

namespace weald::plant {

/// Sets the colours of rings from the colour indices of their segments; between two segments, colours blend over half
/// of each. `stems` are the sampled axes of `network`, which was traced from `skeleton`.
void colour_wood(std::span<Tube> tubes, const AxisNetwork& network, const lsystem::Skeleton& skeleton,
                 const PlantPalette& palette);

}  // namespace weald::plant
