#pragma once
// CrownLight: the share of the sky visible through the leaves of a crown, on a coarse grid.

#include <span>
#include <vector>

#include "base/math/vec.h"

namespace weald::plant {

/// Leaves at a point, with their area.
struct Foliage {
  Vec3 position{0};
  double area = 0;  ///< square metres
};

/// Leaf density of a crown on a grid of at most 32 cells along each axis, and the skylight that passes through it:
/// exponential extinction along the vertical and four slanting directions.
class CrownLight {
 public:
  /// The crown at one point.
  struct Sample {
    double sky_share = 1;   ///< share of skylight that arrives: 1 above the crown and where there are no leaves
    Vec3 outward{0, 0, 0};  ///< unit vector towards thinner foliage, used as the normal of the crown's surface; or zero
  };

  /// Distributes the leaves over the grid and computes the light. Without leaves, full light everywhere.
  explicit CrownLight(std::span<const Foliage> foliage);
  /// The crown at `point`, interpolated between cells.
  Sample at(const Vec3& point) const;

 private:
  static constexpr int kMaxCells = 32;
  std::size_t index(int x, int y, int z) const;
  std::vector<float> density_of(std::span<const Foliage> foliage) const;
  std::vector<float> blurred(const std::vector<float>& grid) const;
  void add_light(const std::vector<float>& density);
  void add_gradients(const std::vector<float>& density);

  Vec3 origin_{0};
  double cell_ = 1;
  int nx_ = 0, ny_ = 0, nz_ = 0;  // 0 if there are no leaves
  std::vector<Vec4f> field_;      // x, y, z: decrease of the leaf density across two cells; w: share of the sky
};

}  // namespace weald::plant
