#pragma once
// Triangle lists: a mesh as graphics hardware takes it, one index for all attributes of a vertex.

#include <array>
#include <cstdint>
#include <vector>

#include "core/image.h"
#include "core/vec.h"
#include "mesh/mesh.h"

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
  std::vector<Vec4f> tangents;         ///< empty until add_tangents()

  std::size_t triangle_count() const { return indices.size() / 3; }
  std::size_t vertex_count() const { return positions.size(); }
};

/// The triangle lists of `mesh`, one for each material that a face has, in the order of the materials. Corners with
/// equal values share a vertex, whether they share one in the mesh or not; -0 becomes 0, normals become unit length.
/// Polygons are cut as by triangulate_polygon(); triangles of which two corners fall together are left out. Triangles
/// and vertices are in the order of the faces. Errors: StageError for a concave polygon of too many corners.
std::vector<TriangleList> triangle_lists(const Mesh& mesh);

}  // namespace weald::mesh
