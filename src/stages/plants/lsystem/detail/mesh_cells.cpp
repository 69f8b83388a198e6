#include "stages/plants/lsystem/detail/mesh_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/error.h"
#include "methods/mesh/build.h"
#include "methods/mesh/triangulate.h"
#include "stages/plants/lsystem/detail/shade_grid.h"

namespace weald::lsystem {
namespace {

constexpr double kMostPairs = 268435456.0;
constexpr double kMostCells{ShadeGrid::kMaxCells};  // the box around the cells has at least as many
constexpr double kFarthestCell = 1e9;               // as numbers of cells stay exact

using CellIndex = std::array<std::int64_t, 3>;
using Triangle = std::array<Vec3, 3>;

/// Whether the projections of a triangle and of a cube of side 1 around the origin on an axis overlap.
bool overlap_on(const Vec3& axis, const Triangle& triangle) {
  const double a = glm::dot(axis, triangle[0]), b = glm::dot(axis, triangle[1]), c = glm::dot(axis, triangle[2]);
  const double reach = 0.5 * (std::abs(axis.x) + std::abs(axis.y) + std::abs(axis.z));
  return std::min({a, b, c}) <= reach && std::max({a, b, c}) >= -reach;
}

/// Whether a triangle meets a cube of side 1 around the origin that its box meets.
bool meets_cube(const Triangle& triangle) {
  const std::array<Vec3, 3> edges{triangle[1] - triangle[0], triangle[2] - triangle[1], triangle[0] - triangle[2]};
  if (!overlap_on(glm::cross(edges[0], edges[1]), triangle)) return false;
  for (const Vec3& edge : edges) {
    // the cross products of the edge and the cube's axes
    if (!overlap_on({0, -edge.z, edge.y}, triangle) || !overlap_on({edge.z, 0, -edge.x}, triangle) ||
        !overlap_on({-edge.y, edge.x, 0}, triangle))
      return false;
  }
  return true;
}

/// Collects cells of triangles, which are given in units of cells.
class CellCollector {
 public:
  void add(const Triangle& triangle) {
    const Vec3 low = glm::floor(glm::min(glm::min(triangle[0], triangle[1]), triangle[2]));
    const Vec3 high = glm::floor(glm::max(glm::max(triangle[0], triangle[1]), triangle[2]));
    const Vec3 size = high - low + 1.0;
    pairs_ += size.x * size.y * size.z;
    const double farthest = std::max(
        {std::abs(low.x), std::abs(low.y), std::abs(low.z), std::abs(high.x), std::abs(high.y), std::abs(high.z)});
    if (!(pairs_ <= kMostPairs) || !(size.x * size.y * size.z <= kMostCells) || !(farthest <= kFarthestCell)) refuse();
    for (double y = low.y; y <= high.y; ++y) {
      for (double z = low.z; z <= high.z; ++z) {
        for (double x = low.x; x <= high.x; ++x) {
          const Vec3 middle = Vec3{x, y, z} + 0.5;
          if (meets_cube({triangle[0] - middle, triangle[1] - middle, triangle[2] - middle}))
            cells_.push_back(
                {static_cast<std::int64_t>(y), static_cast<std::int64_t>(z), static_cast<std::int64_t>(x)});
        }
      }
    }
    if (cells_.size() > kept_ + kBatch) keep();
  }

  std::vector<Vec3> middles(double cell) {
    keep();
    std::vector<Vec3> result;
    result.reserve(cells_.size());
    for (const auto& [y, z, x] : cells_)
      result.push_back((Vec3{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)} + 0.5) * cell);
    return result;
  }

 private:
  static constexpr std::size_t kBatch = std::size_t{1} << 20;

  /// Removes cells that occur more than once.
  void keep() {
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
    kept_ = cells_.size();
    if (static_cast<double>(kept_) > kMostCells) refuse();
  }

  [[noreturn]] static void refuse() {
    throw StageError("the meshes that cast shade are too large for the cells of light: raise the cell of light",
                     "environment");
  }

  std::vector<CellIndex> cells_;
  std::size_t kept_ = 0;
  double pairs_ = 0;
};

}  // namespace

std::vector<Vec3> cells_of_meshes(std::span<const mesh::Mesh* const> meshes, double cell) {
  CellCollector cells;
  for (const mesh::Mesh* mesh : meshes) {
    const mesh::Soup soup = mesh::triangulate(mesh::to_soup(*mesh));
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      const auto face = soup.face(f);
      const auto corner = [&](std::size_t k) { return Vec3(soup.positions[face[k]]) / cell; };
      cells.add({corner(0), corner(1), corner(2)});
    }
  }
  return cells.middles(cell);
}

}  // namespace weald::lsystem
