#pragma once
// Tangents for normal maps, compatible with baking programs and engines.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "methods/mesh/detail/triangle_list.h"

namespace weald::mesh {

/// Tangents of a triangle list, and the vertices that were added for them.
struct Tangents {
  std::vector<Vec4f> values;          ///< per vertex
  std::vector<std::uint32_t> copies;  ///< per vertex added at the end: the vertex that it copies
};

/// Computes the tangents of `list`. xyz is the unit direction in which u grows, perpendicular to the normal. w is 1
/// where v grows along cross(normal, tangent), otherwise -1; this suits normal maps whose green channel grows with v. A
/// vertex is split, by adding vertices to `list`, if the texture is mirrored there or the surface around it is cut.
/// Tangents are means over the triangles around a vertex, weighted by their angles there; triangles without area in the
/// texture take the tangents of their neighbours. Pre: `list` has normals and UVs. Source: [mikkelsen2008]
/// (MikkTSpace).
Tangents add_tangents(TriangleList& list);

}  // namespace weald::mesh
