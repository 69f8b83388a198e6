#pragma once
// Values of a skeleton's segments and nodes carried over to the rings of tubes.

#include <span>
#include <vector>

#include "data/skeleton.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/palette.h"

namespace weald::plant {

/// Gives rings the colours of their segments' indices; from one segment to the next they change over half of each.
/// `tubes` are the sampled axes of `network`, which was traced from `skeleton`.
void colour_wood(std::span<Tube> tubes, const AxisNetwork& network, const lsystem::Skeleton& skeleton,
                 const PlantPalette& palette);

}  // namespace weald::plant
