#pragma once
// Thermal erosion until everything rests. Internal to terrain/.

#include "core/grid.h"
#include "core/run_context.h"
#include "terrain/thermal_kernels.h"

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

/// How far beyond the talus slopes may be at rest, as a share of its tangent.
inline constexpr double kRestTolerance = 1e-3;

/// The land nearest to `heights`, by the sum of squared differences, on which nothing is steeper than allowed: wherever
/// material moved on, the slope is the talus, as where a pile of sand collapses at once. Found by letting material flow
/// along the edges between neighbours of eight: what flows along an edge is the multiplier of its limit, and the dual
/// problem is solved by accelerated proximal gradient steps, whose number grows with the length of the slopes rather
/// than with its square. What leaves a sample arrives at another, so the sum of heights is kept up to float rounding.
/// Takes `most_steps` steps at most. Memory: 11 floats per sample.
/// Source: [prigozhin1996] (sand piles), [evans1997] (collapse as projection), [beck2009], [odonoghue2015] (the steps).
Rest relax_to_rest(Grid<float>& heights, const RestLimits& limits, int most_steps, const RunContext& context);

}  // namespace weald::terrain::detail
