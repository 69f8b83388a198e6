#pragma once
// Soup: polygons without connectivity, the form in which meshes are made by generators and read from files.

#include <cstdint>
#include <span>
#include <vector>

#include "data/mesh.h"

namespace weald::mesh {

/// Indexed polygons; the attributes of the base class have one value per position. Face i has the corners
/// [face_begin[i], face_begin[i + 1]), counter-clockwise.
struct Soup : VertexAttributes {
  std::vector<Vec3f> positions;
  std::vector<Vec2f> uvs;      ///< pool; empty: no UVs
  std::vector<Vec3f> normals;  ///< pool; empty: no normals

  std::vector<std::uint32_t> face_begin{0};   ///< face count + 1 entries
  std::vector<std::uint32_t> corners;         ///< position index per corner
  std::vector<std::uint32_t> corner_uvs;      ///< per corner: index into `uvs`; empty: the index of the position
  std::vector<std::uint32_t> corner_normals;  ///< per corner: index into `normals`; empty: the index of the position

  std::vector<std::uint16_t> face_groups;  ///< per face; empty: all in group 0
  std::vector<Group> groups{Group{}};
  std::vector<Material> materials{Material{}};

  std::uint32_t face_count() const { return static_cast<std::uint32_t>(face_begin.size() - 1); }
  /// The position indices of face `f`.
  std::span<const std::uint32_t> face(std::uint32_t f) const {
    return std::span{corners}.subspan(face_begin[f], face_begin[f + 1] - face_begin[f]);
  }
  /// Appends a face with the given position indices.
  void add_face(std::span<const std::uint32_t> positions_of_face) {
    corners.insert(corners.end(), positions_of_face.begin(), positions_of_face.end());
    face_begin.push_back(static_cast<std::uint32_t>(corners.size()));
  }
};

}  // namespace weald::mesh
