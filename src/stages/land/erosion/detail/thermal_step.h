#pragma once
// One row of one step of thermal erosion.

#include "data/grid.h"
#include "stages/land/erosion/detail/thermal_kernels.h"

namespace weald::terrain::detail {

/// Ratio of the allowed height difference across a diagonal to the one along an axis.
inline constexpr float kDiagonalRise = 1.41421356f;

/// A row and its two adjacent rows; null where there is none.
struct RowsAround {
  const float* north = nullptr;
  const float* middle = nullptr;
  const float* south = nullptr;
};

/// Rows y - 1 to y + 1 of `heights`.
RowsAround rows_around(const Grid<float>& heights, int y);

/// A range of columns in a row of `width` samples.
struct Stretch {
  int begin = 0;
  int end = 0;
  int width = 0;
};

/// Computes a range of the middle row after one step with a uniform talus. `out` points to the whole row.
void step_row_of(const RowsAround& rows, const Stretch& stretch, const Talus& talus, float rate, float* out);

/// Computes a range of the middle row after one step with a varying talus: neighbours rest if their heights differ by
/// at most the sum of their `rises` times `aim`.
void step_row_of(const RowsAround& rows, const RowsAround& rises, float aim, const Stretch& stretch, float rate,
                 float* out);

}  // namespace weald::terrain::detail
