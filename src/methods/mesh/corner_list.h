#pragma once
// Corner lists: the triangles of a mesh with one index for all values of a corner, the form that graphics hardware
// needs.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"

namespace weald::mesh {

/// The triangles of one material. A vertex of the list refers to the values of a corner, which stay in the mesh.
struct CornerList {
  std::uint16_t material = 0;          ///< index into Mesh::materials
  std::vector<std::uint16_t> groups;   ///< groups of the mesh with triangles in this list, in the mesh's order
  std::vector<std::uint32_t> indices;  ///< three per triangle, counter-clockwise seen from outside
  std::vector<std::uint32_t> origins;  ///< per vertex: index of its mesh vertex
  std::vector<std::uint32_t> uvs;      ///< per vertex: index into Mesh::uvs.values; empty: as origins
  std::vector<std::uint32_t> normals;  ///< per vertex: index into Mesh::normals.values; empty: as origins

  std::size_t triangle_count() const { return indices.size() / 3; }
  std::size_t vertex_count() const { return origins.size(); }

  /// The values of vertex `v` in the mesh that the list was made of: -0 becomes 0, normals get unit length. Pre: the
  /// mesh has the attribute.
  Vec3f position(const Mesh& mesh, std::size_t v) const;
  Vec2f uv(const Mesh& mesh, std::size_t v) const;
  Vec3f normal(const Mesh& mesh, std::size_t v) const;
  /// Reorders vertices: vertex v becomes the former vertex `old_of_new[v]`. The caller must update the indices.
  void take_vertices(const std::vector<std::uint32_t>& old_of_new);
};

/// Whether mesh vertices that are equal in every attribute become one vertex of a list.
enum class WeldVertices { no, yes };

/// The corner lists of `mesh`, one for each material that a face has, in the order of the materials. Corners at one
/// vertex of the mesh share a vertex of the list if their values are equal; with WeldVertices::yes, so do corners at
/// different vertices of the mesh. Polygons are cut as by triangulate_polygon(). Triangles with two equal corners are
/// dropped, but their vertices remain. Triangles are in the order of the faces, vertices in the order of their first
/// use. Throws StageError for a concave polygon with too many corners.
std::vector<CornerList> corner_lists(const Mesh& mesh, WeldVertices weld);

}  // namespace weald::mesh
