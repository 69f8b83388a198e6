#pragma once
// Translucency of a mesh, for pictures of it.

#include <optional>

#include "data/mesh.h"

namespace weald::billboard {

/// Translucency of the material with the largest share of the surface area: 0 for an opaque one, such as wood. Pre: the
/// mesh has a material.
std::optional<float> main_translucency(const mesh::Mesh& mesh);

}  // namespace weald::billboard
