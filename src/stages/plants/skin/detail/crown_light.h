#pragma once
// CrownLight: how much sky the leaves of a crown leave to see, on a coarse grid.

#include <span>
#include <vector>

#include "base/math/vec.h"

namespace weald::plant {

/// A point where leaves are, and how much they cover.
struct Foliage {
  Vec3 position{0};
  double area = 0;  ///< square metres
};

/// Leaf density of a crown on a grid of at most 32 cells along each axis, and the light from the sky that gets through
/// it: exponential extinction along the vertical and four slanting directions.
class CrownLight {
 public:
  /// The properties of the crown at a point.
  struct Sample {
    double sky_share = 1;   ///< share of the sky's light that arrives: 1 above the crown and where there are no leaves
    Vec3 outward{0, 0, 0};  ///< unit vector towards thinner foliage, the normal of the crown's surface; or zero
  };

  /// Distributes the leaves over the grid and lets the light through. No leaves: full light everywhere.
  explicit CrownLight(std::span<const Foliage> foliage);
  /// The crown at `point`, interpolated between the cells.
  Sample at(const Vec3& point) const;

 private:
  static constexpr int kMostCells = 32;
  std::size_t index(int x, int y, int z) const;
  std::vector<float> density_of(std::span<const Foliage> foliage) const;
  std::vector<float> blurred(const std::vector<float>& grid) const;
  void add_light(const std::vector<float>& density);
  void add_gradients(const std::vector<float>& density);

  Vec3 origin_{0};
  double cell_ = 1;
  int nx_ = 0, ny_ = 0, nz_ = 0;  // 0: no leaves
  std::vector<Vec4f> field_;      // x, y, z: fall of the leaf density across two cells; w: share of the sky
};

}  // namespace weald::plant
