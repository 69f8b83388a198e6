#pragma once
// The coarse drainage of a level of `amplify`, and how the finer land keeps it.
//
// Every coarse sample stands for a fine one, its anchor, and drains along a path of fine samples to the anchor of its
// receiver. The height of an anchor may move by less than half of the drop to its receiver, so the anchors descend as
// the coarse samples do, and so do the paths between them; where paths meet, the lowest one holds. All other samples
// are then filled, from above, to the lowest of their neighbours: each keeps a lower neighbour after any number of
// passes. No pit can thus form that the coarse land does not have.

#include "stages/land/water/detail/amplify_level.h"

namespace weald::hydrology::detail {

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
