#pragma once
// Poisson-disc sampling: random positions that keep a minimum distance from each other, as many as fit.
//
// A grid of square cells, each too small for two samples, is searched from coarse to fine. One dart is thrown into
// every cell that may still accept a sample; darts are tested in the order of a hash; and cells that are not wholly
// covered by a disc are divided into four. A dart depends only on its cell and the seed. The result is therefore a
// function of the parameters alone, independent of the order of calls and of threads. Source: [ebeida2012] (maximal
// sampling on a flat quadtree), [white2007] (dart throwing in shrinking cells).

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"

namespace weald::scene {

/// The area to fill, and the density.
struct DiscRules {
  Vec2 size{1, 1};      ///< metres; the rectangle is [0, size.x] x [0, size.y]
  double distance = 1;  ///< metres
  std::uint64_t seed = 0;
};

/// A sample.
struct DiscSample {
  Vec2 place{0};
  std::uint64_t id = 0;  ///< number of its cell: unique, and the address of further random numbers
};

/// Most cells of a rectangle. Their number is twice its area divided by the squared distance.
inline constexpr double kMaxDiscCells = 4e6;

/// Upper bound of the number of positions at least `distance` apart that fit into a rectangle. Pre: as poisson_disc().
/// Source: [oler1961].
double most_discs(const Vec2& size, double distance);

/// Samples at least `distance` apart, in order of id. The set is maximal: no further sample fits, except in slivers
/// narrower than 1e-6 distances. Pre: size and distance above 0. Throws StageError (key "distance") for more than
/// kMaxDiscCells cells.
std::vector<DiscSample> poisson_disc(const DiscRules& rules, const RunContext& context);

/// The samples of poisson_disc() from `low` to `high`, and some around them. Only a part of the rectangle is sampled:
/// it reaches `margin` cells farther, and farther again until no sample can depend on anything outside. Errors as for
/// poisson_disc(), for the cells of this part. Pre: as poisson_disc(); `low` and `high` lie inside the rectangle;
/// margin at least 1.
std::vector<DiscSample> poisson_disc_between(const DiscRules& rules, const Vec2& low, const Vec2& high,
                                             const RunContext& context, double margin = 20);

}  // namespace weald::scene
