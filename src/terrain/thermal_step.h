#pragma once
// One row of one step of thermal erosion. Internal to terrain/.

#include "core/grid.h"
#include "terrain/thermal_kernels.h"

namespace weald::terrain::detail {

/// Differences across corners by those along an axis.
inline constexpr float kDiagonalRise = 1.41421356f;

/// Row `y` of `heights` after one step, with the same talus everywhere. `out` has one place per column.
void step_row_of(const Grid<float>& heights, int y, const Talus& talus, float rate, float* out);

/// The same where the talus differs: neighbours rest when they differ by at most the sum of their `rises` times `aim`.
void step_row_of(const Grid<float>& heights, const Grid<float>& rises, float aim, int y, float rate, float* out);

}  // namespace weald::terrain::detail
