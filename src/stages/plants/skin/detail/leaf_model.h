#pragma once
// LeafModel: the polygons of a leaf or another organ, in its own coordinates.

#include <cstdint>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "data/image.h"
#include "data/mesh.h"

namespace weald::plant {

/// A leaf of length 1: x points to its right, y along it from the foot of the stalk at the origin, and z out of its
/// upper face.
struct LeafModel {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;          ///< per position, unit length
  std::vector<std::uint32_t> points;  ///< per position, or empty: equal for positions at the same vertex of a mesh
  std::vector<Rgba8> colours;         ///< per position, or empty: white
  std::vector<double> flutter;        ///< per position, or empty: see stages/plants/skin/detail/wind.h
  std::vector<Vec2> uvs;              ///< pool; for built-in shapes, u runs across and v along, 0 to 1
  std::vector<std::uint32_t> face_begin{0};  ///< as in mesh::Soup
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> corner_uvs;   ///< per corner: index into uvs
  std::vector<std::uint16_t> face_groups;  ///< per face: index into `groups`; empty: all in the first group
  std::vector<mesh::Group> groups;         ///< groups of a given mesh; empty for built-in shapes
  std::vector<mesh::Material> materials;

  /// Number of polygons.
  std::size_t face_count() const { return face_begin.size() - 1; }
  /// Number of triangles after triangulation.
  std::size_t triangle_count() const { return corners.size() - 2 * face_count(); }
};

/// Converts a mesh to a leaf, with its groups, materials and normals (smooth normals if it has none). Vertices where
/// faces meet with different normals are duplicated, and again if their faces then form several fans; `points` records
/// which positions were one vertex. Throws StageError (key "mesh") for a mesh without faces, or with coordinates that
/// are not finite or exceed 1e6.
LeafModel model_of_mesh(const mesh::Mesh& mesh);

/// Per position of a model, the first position of the same point. Empty if the model has no points.
std::vector<std::uint32_t> first_of_points(const LeafModel& model);

/// Bends a model down along its y axis into an arc of `degrees` from y = 0 to y = 1, preserving lengths along it.
/// Accurate for angles close to 0 too.
void bend_down(LeafModel& model, double degrees);

/// Total area of all faces at length 1.
double area_of(const LeafModel& model);

}  // namespace weald::plant
