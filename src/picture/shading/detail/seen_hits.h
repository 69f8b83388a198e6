#pragma once
// Hits of several triangles at once, for pixels that show many small triangles.

#include <array>
#include <cstddef>

#include "picture/shading/detail/seen_triangle.h"

namespace weald::render {

/// Triangles of one item, each seen at one place of the picture.
struct SeenCorners {
  static constexpr std::size_t kMost = 8;
  std::size_t count = 0;
  /// x, y and z of the three corners, then of their normals.
  std::array<std::array<float, kMost>, 9> corners, normals;
  std::array<double, kMost> x, y;  ///< pixel coordinates

  /// Adds triangle `number` of a surface, seen at (px, py). Pre: count < kMost.
  void add(const Surface& surface, std::uint32_t number, double px, double py);
};

/// Sets hits[i] to what SeenTriangle::hit() returns for triangle `i` of an item with this transform, with the same
/// bits. Pre: count > 0.
void seen_hits(SeenCorners& seen, const Mat4& world_from_surface, const NormalMatrix& matrix, const SeenView& view,
               Hit* hits);

}  // namespace weald::render
