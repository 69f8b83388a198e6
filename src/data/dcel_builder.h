#pragma once
// DcelBuilder: makes half-edge topology from face lists. Internal to src/methods/mesh; generators use
// methods/mesh/build.h.

#include <cstdint>
#include <span>
#include <vector>

#include "data/dcel.h"

namespace weald::mesh {

/// The arrays of a Dcel, for algorithms that know the connectivity of the mesh that they make.
struct DcelArrays {
  std::vector<std::uint32_t> origin, next, prev, face;  ///< per half-edge
  std::vector<std::uint32_t> vertex_halfedge;           ///< per vertex
  std::vector<std::uint32_t> face_halfedge;             ///< per face
};

/// Polygons as in Soup. Every corner names one of `vertex_count` vertices; every face has at least three corners, all
/// of them different.
struct FaceList {
  std::span<const std::uint32_t> face_begin;  ///< face count + 1 entries
  std::span<const std::uint32_t> corners;
  std::uint32_t vertex_count = 0;
};

/// An edge that has more than two faces, or two that run along it in the same direction.
struct BadEdge {
  std::uint32_t low, high;  ///< end points, low < high
  std::uint32_t face;       ///< the first face that uses a direction already in use
};

/// A fan of faces that got its own copy of a vertex.
struct ExtraFan {
  std::uint32_t vertex;  ///< of the face list; the copy is vertex_count + position in the list of fans
  std::uint32_t face;    ///< the first face of the fan
};

/// The topology of a face list, and the places at which it was not an oriented 2-manifold.
struct FaceListTopology {
  Dcel dcel;
  std::vector<std::uint32_t> halfedge_of_corner;
  std::vector<BadEdge> bad_edges;    ///< in order of low, then of first face; their faces are left unconnected
  std::vector<ExtraFan> extra_fans;  ///< in order of face
};

/// Makes every Dcel.
class DcelBuilder {
 public:
  /// The largest number of corners, and of vertices, that 32-bit half-edge indices can address if every edge is a
  /// boundary.
  static constexpr std::size_t kMaxCorners = 0x7FFFFFFEu;

  /// Connects `faces`. Never fails: non-manifold edges are disconnected, then each fan of faces after the first at a
  /// vertex gets its own copy. Linear time. Pre: the conditions of FaceList; at most kMaxCorners corners and vertices.
  static FaceListTopology connect(const FaceList& faces);

  /// Takes over arrays that satisfy every invariant of methods/mesh/check.h (the caller's responsibility).
  static Dcel adopt(DcelArrays&& arrays);
};

}  // namespace weald::mesh
