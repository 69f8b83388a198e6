#pragma once
// Triangle lists: corner lists with their values gathered.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "methods/mesh/corner_list.h"

namespace weald::mesh {

/// The triangles of one material. Attributes that the mesh does not have are empty; all others have one value per
/// vertex.
struct TriangleList : VertexAttributes {
  std::uint16_t material = 0;          ///< index into Mesh::materials
  std::vector<std::uint16_t> groups;   ///< groups of the mesh with triangles in this list, in the mesh's order
  std::vector<std::uint32_t> indices;  ///< three per triangle, counter-clockwise seen from outside
  std::vector<Vec3f> positions;        ///< metres
  std::vector<Vec3f> normals;          ///< unit vectors
  std::vector<Vec2f> uvs;              ///< v points up

  std::size_t triangle_count() const { return indices.size() / 3; }
  std::size_t vertex_count() const { return positions.size(); }
};

/// Gathers the values that `list` refers to in `mesh`.
TriangleList gather(const Mesh& mesh, const CornerList& list);

}  // namespace weald::mesh
