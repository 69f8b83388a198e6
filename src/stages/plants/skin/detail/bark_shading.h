#pragma once
// Keeps shading normals of bark on the outer side of its faces.

#include <cstdint>
#include <span>

#include "methods/mesh/soup.h"

namespace weald::plant {

/// Turns each normal of the soup's first `faces` faces that is on the inner side of a triangle at its corner, just far
/// enough to be on the outer side of all triangles there. If these fold so much that no direction qualifies, corners of
/// the triangles that are farthest off get separate normals (the soup then has corner_normals). Other normals are
/// unchanged. Both diagonals of a quad are considered, since programs use either. `unseen` is 1 for each face inside
/// other wood, which is ignored; it may be empty. Source: [gubin1967] (projections onto convex sets).
void turn_normals_outward(std::uint64_t faces, std::span<const std::uint8_t> unseen, mesh::Soup& soup);

}  // namespace weald::plant
