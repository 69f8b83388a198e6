#pragma once
// How much light falls through a picture of a mesh.

#include <optional>

#include "data/mesh.h"

namespace weald::billboard {

/// The translucency of the material that most of the surface has, by area: 0 for one that no light falls through, as
/// wood. Pre: the mesh has a material.
std::optional<float> main_translucency(const mesh::Mesh& mesh);

}  // namespace weald::billboard
