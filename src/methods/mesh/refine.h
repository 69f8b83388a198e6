#pragma once
// refine: one level of face splitting by index arithmetic alone, without searches or edge splits. Internal to
// src/methods/mesh.
//
// Parent edge e gets the new vertex V + e and becomes the child edges 2e and 2e + 1. Each corner of a face gives one
// inner edge. The number of every child half-edge therefore follows from its parent's. Source: [dupuy2021].

#include <cstdint>
#include <vector>

#include "data/dcel.h"

namespace weald::mesh {

/// Child of half-edge h from its origin to the edge's new vertex.
constexpr std::uint32_t first_half(std::uint32_t h) { return 2 * h + (h & 1u); }
/// Child of half-edge h from the edge's new vertex to its target.
constexpr std::uint32_t second_half(std::uint32_t h) { return (h & 1u) != 0 ? 2 * h - 1 : 2 * h + 2; }

/// Start of the corners of every face in order of face (face count + 1 entries).
std::vector<std::uint32_t> corner_begin(const Dcel& dcel);
/// Number of every half-edge among the corners in order of face; boundary half-edges get 0.
std::vector<std::uint32_t> corner_ranks(const Dcel& dcel, const std::vector<std::uint32_t>& begin);

/// Splits every face with n corners into n quads around a new vertex in its middle. Vertices: old ones, edges, faces.
/// The children of a face are consecutive, in order of its corners; each starts at the old vertex.
Dcel split_to_quads(const Dcel& dcel, const std::vector<std::uint32_t>& begin, const std::vector<std::uint32_t>& rank);

/// Every triangle becomes four: one at each corner, starting there, then the middle one. Vertices: old ones, edges.
/// Pre: triangles only.
Dcel split_to_triangles(const Dcel& dcel, const std::vector<std::uint32_t>& rank);

}  // namespace weald::mesh
