#pragma once
// Triangle lists: the values of a corner list, gathered.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "methods/mesh/corner_list.h"

namespace weald::mesh {

/// The triangles of one material. An attribute that the mesh does not have is empty; the others have one value for
/// each vertex.
struct TriangleList : VertexAttributes {
  std::uint16_t material = 0;          ///< index into Mesh::materials
  std::vector<std::uint16_t> groups;   ///< of the mesh that have triangles here, in their order
  std::vector<std::uint32_t> indices;  ///< three for each triangle, counter-clockwise seen from outside
  std::vector<Vec3f> positions;        ///< metres
  std::vector<Vec3f> normals;          ///< unit length
  std::vector<Vec2f> uvs;              ///< v grows upwards

  std::size_t triangle_count() const { return indices.size() / 3; }
  std::size_t vertex_count() const { return positions.size(); }
};

/// The values that `list` refers to in `mesh`.
TriangleList gather(const Mesh& mesh, const CornerList& list);

/// All of corner_lists(), gathered; vertices with equal values are one.
std::vector<TriangleList> triangle_lists(const Mesh& mesh);

}  // namespace weald::mesh
