#pragma once
// The chance in the levels of `amplify`: smooth noise and random bits, both by world position.

#include <array>
#include <cstdint>
#include <vector>

#include "stages/land/water/detail/amplify_tile.h"

namespace weald::hydrology::detail {

/// Smooth noise in [-1, 1]: the cubic B-spline of independent values at every `spacing`-th sample along both axes. Its
/// value at a sample depends on nothing but the sample's number and the seed.
class LatticeSpline {
 public:
  /// Sample (0, 0) of the grid has the numbers `first_x`, `first_y` in the world. Pre: spacing at least 1.
  LatticeSpline(std::uint64_t seed, int spacing, std::int64_t first_x, std::int64_t first_y);

  /// Fills the region of `tile`.
  void fill(Tile<float>& tile) const;

 private:
  void fill_along(const std::vector<float>& lattice, std::int64_t west,
                  const std::vector<std::array<float, 4>>& weights, Tile<float>& tile, int y) const;

  std::uint64_t seed_;
  int spacing_;
  std::int64_t first_x_, first_y_;
};

/// 32 random bits for every sample of a grid, which depend on nothing but the sample's number and the seed.
class PositionBits {
 public:
  /// Sample (0, 0) of the grid has the numbers `first_x`, `first_y` in the world.
  PositionBits(std::uint64_t seed, std::int64_t first_x, std::int64_t first_y)
      : seed_(seed), first_x_(first_x), first_y_(first_y) {}

  /// The bits of the samples of `region`.
  Tile<std::uint32_t> in(const Region& region) const;

 private:
  std::uint64_t seed_;
  std::int64_t first_x_, first_y_;
};

}  // namespace weald::hydrology::detail
