#pragma once
// MeshVolume: whether points lie inside a mesh.

#include <cstdint>
#include <vector>

#include "mesh/mesh.h"

namespace weald::tree {

/// A mesh as a solid: a point is inside where the surface winds about it, which holds for overlapping parts and for
/// meshes turned inside out alike. The surface should be closed. Points on the surface are on either side, always on
/// the same one. Answers take the faces above the point's cell of a grid over x and z.
class MeshVolume {
 public:
  explicit MeshVolume(const mesh::Mesh& mesh);

  /// Whether `point` is inside.
  bool contains(const Vec3& point) const;
  /// Box around the mesh.
  const Bounds& bounds() const { return bounds_; }

 private:
  struct Triangle {
    std::uint32_t corners[3];
  };
  struct CellRange {
    int x0, x1, z0, z1;
  };
  CellRange cells_of(const Triangle& triangle) const;
  int crossing(const Triangle& triangle, const Vec3& point) const;

  std::vector<Vec3> positions_;
  std::vector<Triangle> triangles_;
  Bounds bounds_;
  int cells_ = 1;  ///< along x and along z
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint32_t> items_;
};

}  // namespace weald::tree
