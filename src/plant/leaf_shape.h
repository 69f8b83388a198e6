#pragma once
// The shapes of leaves that plant_mesh knows itself.

#include "plant/leaf_model.h"
#include "plant/leaf_params.h"

namespace weald::plant {

/// The leaf that `params` describe: shape, width, petiole, fold and curl.
LeafModel make_leaf_model(const LeafParams& params);

/// As make_leaf_model, with at most two triangles: outlines become a rhombus, cards stay one card. For levels of
/// detail.
LeafModel make_plain_leaf_model(const LeafParams& params);

}  // namespace weald::plant
