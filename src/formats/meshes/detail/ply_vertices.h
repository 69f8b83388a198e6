#pragma once
// Vertices for files with one value per vertex, made from a mesh with values per corner.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "data/mesh.h"

namespace weald::io {

/// One vertex of the file.
struct PlyVertex {
  std::uint32_t origin;                    ///< vertex of the mesh
  std::optional<mesh::HalfedgeId> corner;  ///< has its values; unset: values are per vertex, or it has no face
};

/// The vertices of one mesh in a file: first those of the mesh, in order, each with the values of its first corner,
/// then a copy for each further pair of normal and UV at a vertex. Equal pairs share a copy, unless there are more than
/// 64 others between them. Has no copies if all values are per vertex.
class PlyVertices {
 public:
  /// The mesh must outlive this. Linear time.
  explicit PlyVertices(const mesh::Mesh& mesh);

  std::size_t count() const { return vertex_count_ + copies_.size(); }
  /// Pre: i < count().
  PlyVertex at(std::size_t i) const;
  /// The vertex of a corner that starts at `origin`.
  std::uint32_t of_corner(mesh::HalfedgeId corner, mesh::VertexId origin) const {
    return of_corner_.empty() ? origin.index : of_corner_[corner.index];
  }
  /// Most corners of a face; 0 without faces.
  std::uint32_t largest_face() const { return largest_face_; }

 private:
  void split();
  std::uint32_t vertex_for(mesh::HalfedgeId corner, mesh::VertexId origin, std::vector<std::uint32_t>& last,
                           std::vector<std::uint32_t>& before);
  bool same_values(mesh::HalfedgeId a, mesh::HalfedgeId b) const;

  const mesh::Mesh& mesh_;
  std::size_t vertex_count_;
  std::uint32_t largest_face_ = 0;
  std::vector<std::uint32_t> first_corner_;  // per vertex of the mesh; kNoIndex: it has no face
  std::vector<std::uint32_t> copies_;        // corners
  std::vector<std::uint32_t> of_corner_;     // per half-edge
};

}  // namespace weald::io
