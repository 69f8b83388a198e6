#pragma once
// CrownLight: how much sky the leaves of a crown leave to see, on a coarse grid.

#include <span>
#include <vector>

#include "core/vec.h"

namespace weald::plant {

/// A point where leaves are, and how much they cover.
struct Foliage {
  Vec3 position;
  double area = 0;  ///< square metres
};

/// Leaf density of a crown on a grid of at most 32 cells along each axis, and the light from the sky that gets through
/// it: exponential extinction along the vertical and four slanting directions.
class CrownLight {
 public:
  explicit CrownLight(std::span<const Foliage> foliage);

  /// Share of the sky's light that arrives at `point`: 1 outside the crown and where there are no leaves.
  double sky_share(const Vec3& point) const;
  /// Unit vector towards thinner foliage: the normal of the crown's surface; `fallback` where there is none.
  Vec3 outward(const Vec3& point, const Vec3& fallback) const;

 private:
  static constexpr int kMostCells = 32;
  std::size_t index(int x, int y, int z) const;
  double sample(const std::vector<float>& grid, const Vec3& point, double outside) const;
  void fill_density(std::span<const Foliage> foliage);
  void blur_density();
  void fill_light();

  Vec3 origin_{0};
  double cell_ = 1;
  int nx_ = 0, ny_ = 0, nz_ = 0;  // 0: no leaves
  std::vector<float> density_;  // leaf area per volume, 1/m
  std::vector<float> light_;
};

}  // namespace weald::plant
