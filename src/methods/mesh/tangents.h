#pragma once
// Tangents for normal maps, as baking programs and engines agree on them.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "methods/mesh/detail/triangle_list.h"

namespace weald::mesh {

/// Tangents of a list, and the vertices that they need.
struct Tangents {
  std::vector<Vec4f> values;          ///< one for each vertex
  std::vector<std::uint32_t> copies;  ///< of the vertices that were added at the end: what each is a copy of
};

/// The tangents of `list`: xyz is the unit direction in which u grows, at right angles to the normal, and w is 1
/// where v grows along cross(normal, tangent), else -1, as for normal maps whose green grows with v. A vertex at
/// which the texture is mirrored, or where the surface around it is cut, is split, for which vertices are added to
/// `list`. Tangents are means over the
/// triangles around a vertex, weighted by their angles there; triangles without area in the texture take those of
/// their neighbours. Pre: normals and UVs are there. Source: [mikkelsen2008] (MikkTSpace).
Tangents add_tangents(TriangleList& list);

}  // namespace weald::mesh
