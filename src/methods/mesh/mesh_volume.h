#pragma once
// MeshVolume: whether points lie inside a mesh.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/run_context.h"
#include "data/mesh.h"

namespace weald::mesh {

/// A mesh as a solid: a point is inside where the surface winds about it, which holds for overlapping parts and for
/// meshes turned inside out alike. The surface should be closed. Points on the surface are on either side, always on
/// the same one. Takes time in proportion to the faces above and below the point's cell of a grid over x and z, 512 x
/// 512 cells at most, and memory in proportion to the faces; may be asked from many threads. Source: [orourke1998]
/// section 7.4 (crossings), [edelsbrunner1990] (ties are broken as if the point lay a little aside, so that edges and
/// corners have no gaps).
class MeshVolume {
 public:
  explicit MeshVolume(const Mesh& mesh);

  /// Whether `point` is inside.
  bool contains(const Vec3& point) const;
  /// Box around the mesh.
  const Bounds& bounds() const { return bounds_; }
  /// Entries of all cells, each of which is a face: what the volume takes memory for. At most 32 a triangle.
  std::size_t entry_count() const { return items_.size(); }

 private:
  using Triangle = std::array<std::uint32_t, 3>;
  struct CellRange {
    std::size_t x0, x1, z0, z1;
  };
  CellRange cells_of(const Triangle& triangle) const;
  std::uint64_t item_count() const;
  void fill_cells();
  int edge_crossing(std::uint32_t from, std::uint32_t to, const Vec3& point) const;
  int crossing(const Triangle& triangle, const Vec3& point) const;

  std::vector<Vec3> positions_;
  std::vector<Triangle> triangles_;
  Bounds bounds_;
  std::size_t cells_ = 1;             ///< along x and along z
  std::vector<std::size_t> begin_;    ///< of every cell in items_
  std::vector<std::uint32_t> items_;  ///< triangles, cell by cell
};

/// Edges at which the surface ends, without those that edges at the same place, in the other direction, make up for:
/// 0 for meshes that enclose a volume, those with seams and non-manifold ones among them. Linear time but for sorting
/// the boundary.
std::size_t open_edges(const Mesh& mesh);

/// Warns, under the stage's key `key`, that a mesh which is taken as a volume is open.
void warn_if_open(const Mesh& mesh, const RunContext& context, std::string_view key);

}  // namespace weald::mesh
