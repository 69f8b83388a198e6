#pragma once
// seams: joins a surface that was cut open along edges, as meshes are if their format has a single set of indices for
// positions and texture coordinates.

#include <cstdint>
#include <optional>

#include "data/mesh.h"

namespace weald::mesh {

/// A mesh whose seams are closed.
struct ClosedSeams {
  Mesh mesh;
  std::uint32_t edges = 0;  ///< pairs of boundary edges that became one edge
};

/// Joins boundary edges that coincide exactly, in pairs running in opposite directions, together with the vertices at
/// their ends. UVs and normals of corners are unchanged; colours and wind data are taken from the vertex that comes
/// first. Edges of a sheet and its back, whose faces fold onto each other, are not joined; neither are more than two
/// edges at one place or parts that touch at single vertices. Unset if there is no pair to join, or if a face would
/// meet itself. Vertices and faces keep their order. Takes linear time except for sorting the boundary. Pre:
/// check(mesh).ok().
std::optional<ClosedSeams> close_seams(const Mesh& mesh);

}  // namespace weald::mesh
