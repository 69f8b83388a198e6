#pragma once
// Thermal erosion until everything rests. Internal to terrain/.

#include "base/run_context.h"
#include "data/grid.h"
#include "stages/land/erosion/detail/thermal_kernels.h"

namespace weald::terrain::detail {

/// How steep the land may be.
struct RestLimits {
  Talus talus;  ///< height differences at which neighbours rest, where they are the same everywhere
  const Grid<float>* rises = nullptr;  ///< else: half the difference allowed along an axis, per sample
};

/// Result of relax_to_rest.
struct Rest {
  int steps = 0;
  bool reached = false;
};

/// The share of the tangent of the talus at which what slides comes to rest, so that it does in a finite number of
/// steps.
inline constexpr float kRestAim = 0.998f;

/// The land nearest to `heights`, by the sum of squared differences, on which nothing is steeper than allowed: wherever
/// material moved on, the slope is the talus, as where a pile of sand collapses at once. The slope is the length of the
/// gradient, in all four triangles that three corners of a square of four samples make, so that it has no preferred
/// direction: a pile of sand is a round cone. Where limits differ, the least of the four samples counts. Found by
/// letting material flow along the sides of squares: the flows of a square are the multipliers of the limit of its
/// gradient, and the dual problem is solved by accelerated proximal gradient steps, whose number grows with the length
/// of the slopes rather than with its square. What leaves a sample arrives at another, so the sum of heights is kept up
/// to float rounding. Takes `most_steps` steps at most. Memory: 12 floats per sample.
/// Source: [prigozhin1996] (sand piles), [evans1997] (collapse as projection), [beck2009], [odonoghue2015] (the steps).
Rest relax_to_rest(Grid<float>& heights, const RestLimits& limits, int most_steps, const RunContext& context);

}  // namespace weald::terrain::detail
