#pragma once
// Splits a mesh into one mesh for each of its groups.

#include <vector>

#include "data/mesh.h"

namespace weald::mesh {

/// The shape of each group that has faces, in the order of the groups, as a mesh with a single group: positions and
/// faces only, in the order of `mesh`, without UVs, normals, attributes and materials.
std::vector<Mesh> shapes_of_groups(const Mesh& mesh);

}  // namespace weald::mesh
