#pragma once
// LeafModel: the polygons of one leaf, or of another organ, in its own coordinates.

#include <cstdint>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "data/image.h"
#include "data/mesh.h"

namespace weald::plant {

/// A leaf of length 1: x to its right, y along it from the foot of the stalk at the origin, z out of its upper face.
struct LeafModel {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;                 ///< per position, unit length
  std::vector<std::uint32_t> points;         ///< per position, or empty: equal where faces of a mesh meet in one vertex
  std::vector<Rgba8> colours;                ///< per position, or empty: white
  std::vector<double> flutter;               ///< per position, or empty: see stages/plants/skin/detail/wind.h
  std::vector<Vec2> uvs;                     ///< pool; of weald's own shapes: u across, v along, 0 to 1
  std::vector<std::uint32_t> face_begin{0};  ///< as in mesh::Soup
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> corner_uvs;   ///< per corner into uvs
  std::vector<std::uint16_t> face_groups;  ///< per face into `groups`; empty: all in the first
  std::vector<mesh::Group> groups;         ///< of a given mesh; empty for weald's own shapes
  std::vector<mesh::Material> materials;

  /// Number of polygons.
  std::size_t face_count() const { return face_begin.size() - 1; }
  /// Number of triangles that the polygons are cut into.
  std::size_t triangle_count() const { return corners.size() - 2 * face_count(); }
};

/// A mesh as a leaf: its groups and materials, its normals (smooth ones where it has none); vertices where faces meet
/// with different normals are doubled, and those whose faces then form several fans again; `points` tells which were
/// one. Throws StageError (key
/// "mesh") for a mesh without faces, or with coordinates that are not finite or beyond 1e6.
LeafModel model_of_mesh(const mesh::Mesh& mesh);

/// Per position of a model, the first one of the same point. Empty where the model has no points.
std::vector<std::uint32_t> first_of_points(const LeafModel& model);

/// Bends a model down along its y axis: an arc of `degrees` from y = 0 to y = 1, lengths along it kept. Accurate to the
/// last places also for angles next to 0.
void bend_down(LeafModel& model, double degrees);

/// Area of all faces for length 1.
double area_of(const LeafModel& model);

}  // namespace weald::plant
