#pragma once
// From polygon soup to half-edge mesh and back.

#include <cstdint>
#include <string>
#include <vector>

#include "data/mesh.h"
#include "methods/mesh/soup.h"

namespace weald::mesh {

/// Policy for a soup that is not an oriented 2-manifold with boundary.
enum class NonManifold {
  split,   ///< give each fan of faces its own copy of the vertex, so that every face is kept
  refuse,  ///< build nothing and report
};

/// The kinds of fault in a soup.
enum class SoupFault {
  index_out_of_range,   ///< a corner names a position that does not exist
  too_few_corners,      ///< a face with fewer than three corners
  repeated_vertex,      ///< a face that visits a vertex twice
  non_manifold_edge,    ///< an edge with more than two faces, or two faces that run along it in the same direction
  non_manifold_vertex,  ///< a vertex whose faces form more than one fan
  non_finite_position,  ///< NaN or infinity
};

/// Name as printed: "non-manifold edge", ...
const char* name_of(SoupFault fault);

/// The faults of a soup and how they were handled.
struct BuildReport {
  /// One fault.
  struct Item {
    SoupFault fault;
    std::uint32_t face;    ///< soup face at which it was found; Dcel::kNoIndex: no face uses the position
    std::uint32_t vertex;  ///< soup position at fault, or the index that is out of range; 0 for too_few_corners
    std::uint32_t other;   ///< far end of a non-manifold edge; `vertex` for other faults
  };
  std::vector<Item> items;           ///< the first 100 defects, in order of face
  std::size_t count = 0;             ///< number of all defects
  std::uint32_t vertices_split = 0;  ///< copies made by NonManifold::split
  std::uint32_t faces_dropped = 0;   ///< faces that no policy can keep (the first three kinds of fault)
};

/// A mesh, and the report of its construction.
struct BuildResult {
  Mesh mesh;  ///< empty if refused
  BuildReport report;
  bool refused = false;
};

/// Builds the half-edge mesh of `soup`: bucket sort of half-edges by smaller end point, twins matched inside a bucket,
/// boundary loops linked. Vertex order is kept; split copies are appended. Linear time.
///
/// Under `split` the mesh is always built. Faces that have an index out of range (of positions, UVs or normals), have
/// fewer than three corners or repeat a vertex are dropped. The faces at an edge with more than two faces, or with two
/// faces that run along it in the same direction, are disconnected from each other there. Positions that are not finite
/// stay. All these faults are reported. A mesh without faces has neither UVs nor normals. A vertex that has several
/// fans only because its edges were disconnected is not reported again. Under `refuse` any fault gives an empty mesh.
/// Pre: the soup's arrays have matching lengths and its groups exist (InternalError otherwise). Throws StageError if it
/// has more corners or positions than 32-bit half-edge indices can hold (2^31 - 2).
BuildResult build_mesh(Soup soup, NonManifold policy = NonManifold::split);

/// Like build_mesh() for a soup made by weald itself. Throws InternalError with the first fault if the soup has any, or
/// StageError if that fault is a non-finite position, which means that the numbers it was computed from were too large.
Mesh build_checked(Soup soup);

/// The polygons of a mesh, faces in order, each from the corner it was built with. Attribute pools are unchanged.
Soup to_soup(const Mesh& mesh);

}  // namespace weald::mesh
