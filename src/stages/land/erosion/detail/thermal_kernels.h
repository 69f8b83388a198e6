#pragma once
// Inner loop of thermal erosion, compiled once per SIMD target.

namespace weald::terrain::detail {

/// Largest height differences at which neighbours rest; infinite where there is no neighbour on that side.
struct Talus {
  float axis = 0;
  float diagonal = 0;
};

/// One row of one iteration. If a row has no neighbour on a side, the pointer for that side is the row itself.
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

/// Computes columns [begin, end) of `step.out`, bit-identical to step_sample. Pre: every column has a neighbour on both
/// sides.
void step_inner_samples(const RowStep& step, int begin, int end);

/// Computes one sample in scalar code, for the ends of rows. `west` and `east` are the columns of its neighbours. Where
/// there is none, pass the sample's own column and infinity for `to_west` or `to_east`, which are 0 otherwise.
void step_sample(const RowStep& step, int west, int x, int east, float to_west, float to_east);

}  // namespace weald::terrain::detail
