#pragma once
// check: tests a mesh for every invariant that the code relies on. Each kind of fault has a name and an element.

#include <cstdint>
#include <vector>

#include "data/mesh.h"

namespace weald::mesh {

/// The kinds of fault. Each comment describes the element of a Fault of that kind.
enum class FaultKind {
  // Topology (check(Dcel)).
  array_sizes_differ,           ///< the half-edge arrays have different or odd lengths; element 0
  index_out_of_range,           ///< half-edge whose origin, next, prev or face does not exist
  next_prev_disagree,           ///< half-edge h with prev(next(h)) != h
  next_starts_elsewhere,        ///< half-edge h whose next does not start at the target of h
  edge_joins_vertex_to_itself,  ///< half-edge with equal ends
  edge_without_face,            ///< even half-edge of an edge with a boundary on both sides
  face_changes_along_cycle,     ///< half-edge h whose next has another face
  face_halfedge_wrong,          ///< face whose half-edge does not exist or belongs to another face
  face_in_several_cycles,       ///< face with half-edges that its cycle does not meet
  face_too_small,               ///< face with fewer than three corners
  vertex_halfedge_wrong,        ///< vertex whose half-edge does not exist or starts elsewhere
  vertex_without_halfedge,      ///< vertex marked as isolated although half-edges start at it
  vertex_hides_boundary,        ///< boundary vertex whose half-edge is not the boundary one
  vertex_in_several_fans,       ///< vertex with half-edges that a walk around it does not meet
  // Attributes (check(Mesh)).
  position_count_differs,     ///< positions and vertices differ in number; element: number of positions
  position_not_finite,        ///< vertex
  uv_count_differs,           ///< UV values or indices that do not match the mesh; element: number of values
  uv_index_out_of_range,      ///< half-edge
  uv_not_finite,              ///< UV value
  normal_count_differs,       ///< normals or indices that do not match the mesh; element: number of values
  normal_index_out_of_range,  ///< half-edge
  normal_not_unit,            ///< normal whose length is not 1 within 1e-3
  colour_count_differs,       ///< an attribute of vertices has fewer or more entries; element: number of them
  group_count_differs,    ///< face groups and faces differ in number, or there is no group; element: number of entries
  group_out_of_range,     ///< face
  material_out_of_range,  ///< group
};

/// Name as printed: "next and prev disagree", ...
const char* name_of(FaultKind kind);

/// One fault.
struct Fault {
  FaultKind kind;
  std::uint32_t element;  ///< index of the half-edge, vertex, face ... at fault
  bool operator==(const Fault&) const = default;
};

/// Result of a check.
struct CheckReport {
  static constexpr std::size_t kMaxFaults = 100;
  std::vector<Fault> faults;  ///< the first kMaxFaults
  std::size_t count = 0;      ///< number of all faults
  /// Whether there is no fault.
  bool ok() const { return count == 0; }
};

/// Checks every invariant of the topology in linear time. Never reads outside the arrays, even if their contents are
/// invalid: if an index is out of range, the rules that depend on it are skipped for that element.
CheckReport check(const Dcel& dcel);

/// Checks the topology and the attributes. A mesh that passes is an oriented 2-manifold with or without boundary, plus
/// isolated vertices, whose attributes all exist and are finite.
CheckReport check(const Mesh& mesh);

/// Whether no half-edge is a boundary. Pre: check(dcel).ok().
bool is_closed(const Dcel& dcel);

/// Whether every face has three corners; true if there are no faces. Pre: check(dcel).ok().
bool is_triangle_mesh(const Dcel& dcel);

}  // namespace weald::mesh
