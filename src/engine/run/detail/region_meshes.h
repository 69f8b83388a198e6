#pragma once
// The share of a region in a mesh of the whole map.

#include "data/mesh.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The faces of `mesh` whose middle, the mean of their corners, lies in `share`, seen from above, with the vertices and
/// the values that they use, in the order of `mesh`; groups without faces stay. Regions that share the world have each
/// face exactly once. Time: linear in the faces of `mesh`.
mesh::Mesh mesh_in(const mesh::Mesh& mesh, const RegionShare& share);

}  // namespace weald::pipeline
