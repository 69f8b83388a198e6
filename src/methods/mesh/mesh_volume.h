#pragma once
// MeshVolume: tests whether points lie inside a mesh.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/run_context.h"
#include "data/mesh.h"

namespace weald::mesh {

/// A mesh as a solid: a point is inside if the winding number of the surface about it is not 0. Parts may overlap, and
/// the mesh may be inverted. The surface should be closed. A point on the surface counts as inside or outside, but
/// always consistently. A query takes time proportional to the faces above and below the point's cell of a grid over x
/// and z, at most 512 x 512 cells. Memory is proportional to the number of faces. Queries may run concurrently. Source:
/// [orourke1998] section 7.4 (crossings), [edelsbrunner1990] (ties are broken by symbolic perturbation, so that edges
/// and corners have no gaps).
class MeshVolume {
 public:
  explicit MeshVolume(const Mesh& mesh);

  /// Whether `point` is inside.
  bool contains(const Vec3& point) const;
  /// Box around the mesh.
  const Bounds& bounds() const { return bounds_; }
  /// Number of entries in all cells, each of which names a triangle. It determines the memory of the volume and is at
  /// most 32 per triangle.
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
  std::vector<std::size_t> begin_;    ///< per cell: its first entry in items_
  std::vector<std::uint32_t> items_;  ///< triangles, cell by cell
};

/// Number of boundary edges, not counting edges that are matched by an edge at the same place in the opposite
/// direction. It is 0 for meshes that enclose a volume, even with seams or non-manifold edges. Takes linear time except
/// for sorting the boundary.
std::size_t open_edges(const Mesh& mesh);

/// Warns, at the stage's key `key`, that a mesh used as a volume is open.
void warn_if_open(const Mesh& mesh, const RunContext& context, std::string_view key);

}  // namespace weald::mesh
