#pragma once
// Poisson-disc sampling: random places that keep a distance from each other, as many as fit.
//
// A grid of square cells, each too small for two places, is searched from coarse to fine: every cell that may still
// take a place throws one dart, darts are tried in the order of a hash, and cells that no disc covers wholly are cut
// into four. What a dart is depends on its cell and the seed alone, so the result is a function of the parameters: no
// order of calls, no threads. Source: [ebeida2012] (maximal sampling on a flat quadtree), [white2007] (dart throwing in
// shrinking cells).

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"

namespace weald::scene {

/// The region to fill, and its density.
struct DiscRules {
  Vec2 size{1, 1};      ///< metres, of the rectangle [0, size.x] x [0, size.y]
  double distance = 1;  ///< metres
  std::uint64_t seed = 0;
};

/// A place.
struct DiscSample {
  Vec2 place{0};
  std::uint64_t id = 0;  ///< number of its cell: unique, and what further random numbers are addressed by
};

/// Most cells that a rectangle may have: twice its area over the square of the distance.
inline constexpr double kMaxDiscCells = 4e6;

/// Places at least `distance` apart that fit into a rectangle: no more than this. Pre: as poisson_disc().
/// Source: [oler1961].
double most_discs(const Vec2& size, double distance);

/// Places at least `distance` apart, in order of id, such that a further place fits nowhere but in slivers narrower
/// than 1e-6 distances. Pre: size and distance above 0. Throws StageError (key "distance") above kMaxDiscCells.
std::vector<DiscSample> poisson_disc(const DiscRules& rules, const RunContext& context);

}  // namespace weald::scene
