#pragma once
// Tangents for normal maps, compatible with baking programs and engines.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "methods/mesh/detail/triangle_list.h"

namespace weald::mesh {

/// Tangents of a list, and the vertices that they need.
struct Tangents {
  std::vector<Vec4f> values;          ///< one for each vertex
  std::vector<std::uint32_t> copies;  ///< for each vertex that was added at the end: the vertex it copies
};

/// The tangents of `list`: xyz is the unit direction in which u grows, at right angles to the normal, and w is 1 where
/// v grows along cross(normal, tangent), otherwise -1, as for normal maps whose green grows with v. A vertex at which
/// the texture is mirrored, or the surface around it is cut, is split by adding vertices to `list`. Tangents are means
/// over the triangles around a vertex, weighted by their angles there; triangles without area in the texture take the
/// tangents of their neighbours. Pre: the list has normals and UVs. Source: [mikkelsen2008] (MikkTSpace).
Tangents add_tangents(TriangleList& list);

}  // namespace weald::mesh
