#pragma once
// The order of triangles and vertices in which graphics hardware works least.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weald::mesh {

/// Puts triangles that share vertices close to each other, so that a cache of 16 vertices, first in first out, finds
/// most of them, and numbers vertices as the triangles meet them; those that none uses get no number. Gives the old
/// number of each new vertex. Corner 0 of a triangle stays the first. Some ten thousand triangles at a time are
/// ordered among themselves: lists that come in the order of a surface lose little by that, and blocks run in
/// parallel. Integers only, linear in the triangles. Pre: three indices for each triangle, below `vertex_count`.
/// Source: [sander2007] (Tipsify).
std::vector<std::uint32_t> order_for_hardware(std::vector<std::uint32_t>& indices, std::size_t vertex_count);

/// Vertices that a cache of `size` entries, first in first out, misses while the triangles are drawn, for each of
/// them: 3 at worst, about 0.5 at best for large closed meshes. Pre: size > 0; there is a triangle.
double cache_misses_per_triangle(std::span<const std::uint32_t> indices, std::size_t vertex_count, std::size_t size);

}  // namespace weald::mesh
