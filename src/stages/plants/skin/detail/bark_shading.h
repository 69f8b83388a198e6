#pragma once
// Keeps shading normals of bark on the outer side of its faces.

#include <cstdint>
#include <span>

#include "methods/mesh/soup.h"

namespace weald::plant {

/// Rotates normals of the soup's first `faces` faces that lie behind a triangle at their corner until they lie in front
/// of all triangles there. If the triangles fold such that no direction lies in front of all, the corners whose normals
/// are still behind a triangle get normals of their own, and the soup gets corner_normals. All other normals are
/// unchanged. Quads are tested with both diagonals, because programs split them either way. `unseen` is 1 for each face
/// that lies inside other wood, which is not tested; it may be empty. Source: [gubin1967] (projections onto convex
/// sets).
void turn_normals_outward(std::uint64_t faces, std::span<const std::uint8_t> unseen, mesh::Soup& soup);

}  // namespace weald::plant
