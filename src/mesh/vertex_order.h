#pragma once
// The order of triangles and vertices in which graphics hardware works least.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/triangle_list.h"

namespace weald::mesh {

/// Triangles that share vertices come close to each other, so that a cache of 16 vertices, first in first out, finds
/// most of them; vertices are then numbered as the triangles meet them, and those that none uses are removed. Corner 0
/// of a triangle stays the first; tangents must not be there yet or are moved too. Integers only, linear in the
/// triangles. Source: [sander2007] (Tipsify).
void order_for_hardware(TriangleList& list);

/// Vertices that a cache of `size` entries, first in first out, misses while the triangles are drawn, for each of
/// them: 3 at worst, about 0.5 at best for large closed meshes. Pre: size > 0; there is a triangle.
double cache_misses_per_triangle(std::span<const std::uint32_t> indices, std::size_t vertex_count, std::size_t size);

}  // namespace weald::mesh
