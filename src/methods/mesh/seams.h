#pragma once
// seams: joins a surface that was cut open along edges, as meshes are where a format has one set of indices for
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

/// Joins the boundary edges that lie exactly on one another, two by two and running in opposite directions; with them
/// the vertices at their ends. UVs and normals of corners stay as they are; of colours and wind, those of the vertex
/// that comes first hold. Edges of a sheet and its back, whose faces fold onto each other, are left apart, as are more
/// than two edges at one place, and what touches at single vertices. Unset where there is no such pair, or where a face
/// would meet itself. Vertices and faces keep their order. Linear time but for sorting the boundary. Pre:
/// check(mesh).ok().
std::optional<ClosedSeams> close_seams(const Mesh& mesh);

}  // namespace weald::mesh
