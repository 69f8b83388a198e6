#pragma once
// A membrane that is stretched over the samples without data of a heightmap.
//
// Conjugate gradients, preconditioned by a multigrid cycle with checkerboard sweeps in opposite order before and
// after, so that the cycle is symmetric. A coarse sample belongs to the membrane if all of its four samples do. Sweeps
// by colours do not depend on threads.

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/grid.h"
#include "methods/raster/fill_voids.h"

namespace weald::raster::detail {

/// When the solver ends.
struct SolverEnd {
  double tolerance = 0;  ///< largest residual
  int most_steps = 0;    ///< to stop where rounding keeps the residual above it
};

/// Sets the samples without data so that for each the sum of the weights of its neighbours times its height, less the
/// weighted heights of its neighbours, is at most the tolerance. The weights are the inverse squares of `spacing`, the
/// distances of samples along a row and of rows. Solved by conjugate gradients from coarse to fine, preconditioned by
/// a multigrid cycle, so that the work grows with the number of samples without data. Reports the progress. Pre: equal
/// sizes; some sample has data; the smaller distance is 1. Errors: Interrupted. Source: [shewchuk1994],
/// [bornemann1996], [tatebe1993].
void stretch_membrane(Grid<float>& heights, const VoidMask& voids, const Vec2& spacing, const SolverEnd& end,
                      const RunContext& context);

}  // namespace weald::raster::detail
