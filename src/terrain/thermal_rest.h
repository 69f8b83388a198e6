#pragma once
// Thermal erosion until everything rests. Internal to terrain/.

#include <optional>

#include "core/grid.h"
#include "core/run_context.h"
#include "terrain/thermal_kernels.h"

namespace weald::terrain::detail {

/// How steep the land may be.
struct RestLimits {
  Talus talus;                ///< height differences at which neighbours rest, where they are the same everywhere
  const Grid<float>* rises = nullptr;  ///< else: half the difference allowed along an axis, per sample
};

/// Result of relax_to_rest.
struct Rest {
  int steps = 0;
  bool reached = false;
};

/// How far beyond the talus slopes may be at rest, as a share of its tangent.
inline constexpr double kRestTolerance = 1e-3;

/// Moves material down slopes that are too steep until none is, at most `most_steps` times. The sum of heights is kept up to
/// float rounding. A step is one of gradient descent on the sum of the squares of what neighbours differ beyond the talus,
/// a convex function; it is accelerated by momentum that starts anew when it leads uphill, so that steps needed grow with the
/// length of the slopes, not with its square. Source: [nesterov1983], [odonoghue2015].
Rest relax_to_rest(Grid<float>& heights, const RestLimits& limits, int most_steps, const RunContext& context);

}  // namespace weald::terrain::detail
