#pragma once
// The coarse drainage of a level of `amplify`, and how the finer land keeps it.
//
// Every coarse sample stands for a fine one, its anchor, and drains along a path of fine samples to the anchor of its
// receiver. The height of an anchor may move by less than half of the drop to its receiver, so the anchors descend as
// the coarse samples do, and so do the paths between them; where paths meet, the lowest one holds. All other samples
// are then filled, from above, to the lowest of their neighbours: each keeps a lower neighbour after any number of
// passes. No pit can thus form that the coarse land does not have.

#include <array>
#include <cstdint>
#include <vector>

#include "stages/land/water/detail/amplify_level.h"

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

/// Number of fine samples by which bends move the ground at most.
inline constexpr float kBendReach = 2.5f;

/// Displacement of the fine samples, in fine cells.
struct Bend {
  Tile<float> x, y;
};
/// The displacement in `region` of the finer grid: smooth, and 0 on the border.
Bend bend_of(const AmplifyLevel& level, const Region& region);

/// A fine sample.
struct FinePlace {
  int x = 0;
  int y = 0;
};

/// The coarse drainage.
struct CoarseNet {
  Tile<float> receiver;         ///< direction as a number; kPit at pits
  Tile<float> lowest, highest;  ///< bounds of the anchor, metres; `highest` is infinite where nothing flows in
  Tile<float> steepness;        ///< slope times the root of the drainage area, metres, smoothed
  Tile<float> relief;           ///< mean difference from the neighbours, metres, smoothed
};
/// The net of `coarse`. Samples at least three inside the tile, or inside the grid where the tile ends with it, are
/// complete.
CoarseNet net_of(const AmplifyLevel& level, const LandTile& coarse);

/// Direction of the lower neighbour to which water flows from each sample, or kPit: the steepest one,
/// with random weights.
Tile<float> coarse_receivers(const AmplifyLevel& level, const Tile<float>& heights);

/// The anchors of the coarse samples of `region`.
Tile<FinePlace> anchors_of(const AmplifyLevel& level, const Bend& bend, const Region& region);

/// What the coarse drainage asks of the fine samples.
struct Channels {
  Tile<float> lowest, highest;  ///< bounds of heights; infinite where there are none
  Tile<float> inflow;           ///< drainage area that comes from the coarse land, m^2
};
/// The channels in `region`, from the coarse samples of `edges`.
Channels channels_of(const CoarseNet& net, const Tile<FinePlace>& anchors, const Tile<float>& coarse_areas,
                     const Region& edges, const Region& region);

/// Heights of the paths in `region` between anchors that have the heights of `heights`, within their bounds; infinite
/// elsewhere.
Tile<float> path_heights(const CoarseNet& net, const Tile<FinePlace>& anchors, const Tile<float>& heights,
                         const Region& edges, const Region& region);

}  // namespace weald::hydrology::detail
