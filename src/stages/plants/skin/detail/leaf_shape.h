#pragma once
// Built-in leaf shapes of plant_mesh.

#include <vector>

#include "stages/plants/skin/detail/leaf_model.h"
#include "stages/plants/skin/detail/leaf_params.h"

namespace weald::plant {

/// The leaf described by shape, width, petiole, fold and curl of `params`.
LeafModel make_leaf_model(const LeafParams& params);

/// Levels of detail of a leaf, from the simplest to the model of make_leaf_model: outlines are reduced to a rhombus,
/// cards to a single card, needles to two blades.
std::vector<LeafModel> leaf_model_levels(const LeafParams& params);

}  // namespace weald::plant
