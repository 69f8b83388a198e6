#pragma once
// The ground that `amplify` lays on a level before it erodes, row by row, compiled once per SIMD target.

#include <cstddef>

namespace weald::hydrology::detail {

/// A row of fine samples: coarse heights at the places from which the samples have been bent, by cubic interpolation
/// (Catmull-Rom), and bumps in proportion to the relief. A fine cell is half a coarse one.
struct GroundRow {
  /// The sample in column 0 and row 0 of the coarse map, from which all others are counted; it need not exist. Those
  /// around the places do, and one further row and column before them and two behind.
  const float* coarse = nullptr;
  std::ptrdiff_t stride = 0;  ///< from one row of `coarse` to the next
  int coarse_width = 0;       ///< of the map: places lie within its first and last columns and rows
  int coarse_height = 0;
  // The first sample.
  int x = 0;
  int y = 0;
  int count = 0;
  // Per sample.
  const float* across = nullptr;  ///< by which it was moved along x, in fine cells; at most 8 in either direction
  const float* down = nullptr;
  const float* bumps = nullptr;
  const float* relief = nullptr;  ///< metres
  float roughness = 0;            ///< factor of the bumps
  float* out = nullptr;           ///< metres
};
/// Fills the row; the values equal those of ground_height().
void ground_row(const GroundRow& row);

/// The height of sample `i` of a row, in scalar code. Pre: 0 <= i < count.
float ground_height(const GroundRow& row, int i);

}  // namespace weald::hydrology::detail
