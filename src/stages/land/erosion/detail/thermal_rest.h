#pragma once
// Thermal erosion until all material rests.

#include "base/run_context.h"
#include "data/grid.h"
#include "stages/land/erosion/detail/thermal_kernels.h"

namespace weald::terrain::detail {

/// Steepest slopes at which material rests.
struct RestLimits {
  Talus talus;                         ///< height differences at which neighbours rest, if they are the same everywhere
  const Grid<float>* rises = nullptr;  ///< otherwise: half of the allowed height difference along an axis, per sample
};

/// Result of relax_to_rest.
struct Rest {
  int steps = 0;
  bool reached = false;
};

/// Slope at which sliding material comes to rest, as a share of the talus. It is slightly below 1 so that a finite
/// number of steps suffices.
inline constexpr float kRestAim = 0.998f;

/// Moves `heights` to the nearest land, in the sum of squared differences, on which no slope is steeper than allowed.
/// Wherever material moved on, the slope equals the talus, as in a pile of sand that collapses at once. The slope is
/// the length of the gradient in each of the four triangles spanned by three corners of a square of four samples. It
/// has no preferred direction: a pile of sand becomes a round cone. Where limits differ, the smallest of the four
/// samples counts. Material flows along the sides of the squares. The flows of a square are the Lagrange multipliers of
/// its gradient limit, and the dual problem is solved by accelerated proximal gradient steps. Their number grows with
/// the length of the slopes rather than with its square. Material that leaves one sample arrives at another, so the sum
/// of heights is conserved up to float rounding. Takes at most `most_steps` steps. Memory: 12 floats per sample.
/// Source: [prigozhin1996] (sand piles), [evans1997] (collapse as projection), [beck2009], [odonoghue2015] (the steps).
Rest relax_to_rest(Grid<float>& heights, const RestLimits& limits, int most_steps, const RunContext& context);

}  // namespace weald::terrain::detail
