#pragma once
// Keeps shading normals of bark on the outer side of its faces.

#include <cstdint>
#include <span>

#include "methods/mesh/soup.h"

namespace weald::plant {

/// Turns the normals of the soup's first `faces` faces that lie behind a triangle at one of its corners, as far as it
/// takes to be before all triangles there. Where these fold so that no direction is before all, corners of the hindmost
/// get a normal of their own (the soup then has corner_normals). Others stay as they are. Quads count with both of
/// their diagonals, since programs cut them either way. `unseen`, 1 for each face that lies inside other wood and does
/// not matter, may be empty. Source: [gubin1967] (projections onto convex sets).
void turn_normals_outward(std::uint64_t faces, std::span<const std::uint8_t> unseen, mesh::Soup& soup);

}  // namespace weald::plant
