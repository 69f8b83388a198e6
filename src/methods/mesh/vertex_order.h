#pragma once
// Orders triangles and vertices for graphics hardware.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weald::mesh {

/// Moves triangles that share vertices close to each other, so that a FIFO cache of 16 vertices holds most of their
/// vertices. Numbers vertices in the order of their first use; unused vertices get no number. Returns the old number of
/// each new vertex. Corner 0 of a triangle stays first. Uses integers only, by meshoptimizer; time is linear in the
/// number of triangles. Pre: three indices for each triangle, below `vertex_count`. Source: [sander2007] (Tipsify).
std::vector<std::uint32_t> order_for_hardware(std::vector<std::uint32_t>& indices, std::size_t vertex_count);

}  // namespace weald::mesh
