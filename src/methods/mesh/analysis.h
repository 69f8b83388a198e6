#pragma once
// analyse: properties of a mesh: counts, boundary, components and their genus, extent, area, volume, suspicious faces.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/mesh.h"

namespace weald::mesh {

/// A set of faces that are connected through vertices.
struct Component {
  std::uint32_t vertices = 0;
  std::uint32_t edges = 0;
  std::uint32_t faces = 0;
  std::uint32_t boundary_loops = 0;
  /// Vertices - edges + faces.
  std::int64_t euler() const { return std::int64_t{vertices} - edges + faces; }
  /// Number of handles: V - E + F = 2 - 2 * genus - boundary loops. 0 for a sphere or a disk, 1 for a torus.
  std::int64_t genus() const { return (2 - std::int64_t{boundary_loops} - euler()) / 2; }
};

/// Properties of a mesh, in numbers.
struct MeshAnalysis {
  std::uint32_t vertices = 0;
  std::uint32_t edges = 0;
  std::uint32_t faces = 0;
  std::uint32_t triangles = 0;          ///< faces with three corners
  std::uint32_t isolated_vertices = 0;  ///< vertices without a face, which belong to no component
  std::uint32_t boundary_edges = 0;
  std::uint32_t boundary_loops = 0;
  std::vector<Component> components;   ///< in order of their first vertex
  std::uint32_t degenerate_faces = 0;  ///< area below 1e-10 of the square of the longest edge
  std::uint32_t non_finite_positions = 0;
  Bounds bounds;                 ///< metres
  double area = 0;               ///< square metres; sum of the lengths of the faces' vector areas
  std::optional<double> volume;  ///< cubic metres; closed meshes only; negative where the faces look inwards

  /// Whether there are faces and no boundary.
  bool closed() const { return boundary_edges == 0 && faces > 0; }
  /// Vertices of components - edges + faces.
  std::int64_t euler() const { return std::int64_t{vertices} - isolated_vertices - edges + faces; }
};

/// Measures a mesh in linear time. The sums run in order of face, in double precision. Pre: check(mesh.topology).ok(),
/// and a position per vertex. Source: [zhang2001] (volume from signed tetrahedra).
MeshAnalysis analyse(const Mesh& mesh);

/// Vector area of a polygon, in square metres. Its length is the area if the polygon is planar, even if it is concave;
/// its direction is the normal on the side from which the corners run counter-clockwise. Zero for fewer than three
/// points.
Vec3 vector_area(std::span<const Vec3> points);

/// Vector area of a face.
Vec3 vector_area(const Mesh& mesh, FaceId f);

}  // namespace weald::mesh
