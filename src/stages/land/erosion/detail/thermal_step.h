#pragma once
// One row of one step of thermal erosion. Internal to terrain/.

#include "data/grid.h"
#include "stages/land/erosion/detail/thermal_kernels.h"

namespace weald::terrain::detail {

/// Differences across corners by those along an axis.
inline constexpr float kDiagonalRise = 1.41421356f;

/// A row and those beside it; null where there is none.
struct RowsAround {
  const float* north = nullptr;
  const float* middle = nullptr;
  const float* south = nullptr;
};

/// Rows y - 1 to y + 1 of `heights`.
RowsAround rows_around(const Grid<float>& heights, int y);

/// A stretch of columns of a row of so many samples.
struct Stretch {
  int begin = 0;
  int end = 0;
  int width = 0;
};

/// A stretch of the middle row after one step, with the same talus everywhere. `out` is a whole row.
void step_row_of(const RowsAround& rows, const Stretch& stretch, const Talus& talus, float rate, float* out);

/// A stretch of the middle row after one step, where the talus differs: neighbours rest when they differ by at most the
/// sum of their `rises` times `aim`.
void step_row_of(const RowsAround& rows, const RowsAround& rises, float aim, const Stretch& stretch, float rate,
                 float* out);

}  // namespace weald::terrain::detail
