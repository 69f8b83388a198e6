#pragma once
// The inner loop of thermal erosion, in one version per SIMD target. Internal to stages/land/erosion.

namespace weald::terrain::detail {

/// Height differences up to which neighbours rest; infinite if there is no neighbour on that side.
struct Talus {
  float axis = 0;
  float diagonal = 0;
};

/// One row of one iteration. If a row has no neighbour on a side, that pointer is the row itself.
struct RowStep {
  const float* north = nullptr;
  const float* middle = nullptr;
  const float* south = nullptr;
  float* out = nullptr;
  Talus to_north;
  Talus to_south;
  Talus in_row;
  float axis_rate = 0;
  float diagonal_rate = 0;
};

/// Fills the columns [begin, end) of `step.out`, with the same bits as step_sample. Pre: all have both neighbours.
void step_inner_samples(const RowStep& step, int begin, int end);

/// One sample by plain code, for the ends of rows: `west` and `east` are the columns of its neighbours, or its own
/// where there is none, and `to_west` and `to_east` then infinite (0 elsewhere).
void step_sample(const RowStep& step, int west, int x, int east, float to_west, float to_east);

}  // namespace weald::terrain::detail
