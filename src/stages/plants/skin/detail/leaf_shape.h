#pragma once
// The shapes of leaves that plant_mesh knows itself.

#include <vector>

#include "stages/plants/skin/detail/leaf_model.h"
#include "stages/plants/skin/detail/leaf_params.h"

namespace weald::plant {

/// The leaf that `params` describe: shape, width, petiole, fold and curl.
LeafModel make_leaf_model(const LeafParams& params);

/// For levels of detail: the leaf with fewer and fewer triangles, from the plainest to make_leaf_model's own: outlines
/// end as a rhombus, cards as one card, needles as two blades.
std::vector<LeafModel> leaf_model_levels(const LeafParams& params);

}  // namespace weald::plant
