#pragma once
// Checks of plants that hold for every mesh of one, whatever its level of detail. Each function makes Catch2
// assertions.

#include "mesh/mesh.h"

namespace weald::contract {

/// Bark's shading normals lie before its triangles, but for 2 of 1000 corners; and the group "leaves" grows from bark:
/// each foot is in the wood, or nearer to its surface than 2 percent of the leaf's length, or than `unseen_wood`
/// metres: the longest twigs that the plant has left without bark. A mesh without the group "bark" passes.
void check_plant(const mesh::Mesh& mesh, double unseen_wood);

}  // namespace weald::contract
