#pragma once
// Loops along rows of samples and their eight neighbours, for the routing of water; compiled once per SIMD target.

#include <cstddef>
#include <cstdint>

#include "base/math/math.h"

namespace weald::hydrology::detail {

/// Heights of three rows, from the first of `count` samples on. One sample before it and a whole vector after the last
/// may be read.
struct DescentRow {
  const float* north = nullptr;
  const float* height = nullptr;
  const float* south = nullptr;
  int count = 0;
};

/// Number of values past `count` that the functions below may write.
inline constexpr int kDescentSlack = 8;

/// For each sample the direction of the steepest descent, drop / length of the step; the first one on ties; -1 if no
/// neighbour is lower.
void steepest_row(const DescentRow& row, double* direction);

/// The steepest descents on the eight triangles around each sample. Triangle 2 k lies between the directions 2 k and
/// 2 k + 1, triangle 2 k + 1 between 2 k and 2 k - 1 (mod 8). The first one on ties.
struct TriangleDescents {
  double* triangle = nullptr;  ///< -1 if no neighbour is lower
  double* along = nullptr;     ///< drop along the axis
  double* across = nullptr;    ///< drop across it, not negative; equal to `along` where the corner is steepest
};
/// Source: [tarboton1997].
void triangle_row(const DescentRow& row, const TriangleDescents& out);

/// Length of the contour across the flow in a direction, cells: half a cell towards axis neighbours, sqrt(2)/4 towards
/// diagonal ones. Source: [quinn1991].
constexpr double contour_length(int direction) { return (direction & 1) != 0 ? 0.25 * math::kSqrt2 : 0.5; }

/// The sum of the weights of all lower neighbours of each sample; a weight is the slope times
/// contour_length().
struct WeightSums {
  double* sum = nullptr;
  double* lower = nullptr;     ///< the set of lower neighbours: the sum of 2^direction
  double* steepest = nullptr;  ///< the direction of the steepest descent, the first one on ties; -1 if there is none
};
/// Source: [quinn1991].
void weight_row(const DescentRow& row, const WeightSums& out);

/// For each of `count` samples the set of neighbours that get its water, as the sum of 2^direction, and the bearing of
/// the steepest descent, degrees clockwise from north; -1 if there is none. Nothing past `count` is written, but a
/// whole vector after the last value may be read.
struct OutflowRow {
  std::uint8_t* towards = nullptr;
  float* bearing = nullptr;
};
/// All water goes in a direction of steepest_row().
void steepest_outflow_row(const double* direction, int count, const OutflowRow& out);
/// Water goes to the two sides of a triangle of triangle_row(); `turn` is the angle from its axis, in parts of 45
/// degrees.
void triangle_outflow_row(const double* triangle, const double* turn, int count, const OutflowRow& out);
/// Water goes to all neighbours of WeightSums::lower; `steepest` is of WeightSums, too.
void weight_outflow_row(const double* lower, const double* steepest, int count, const OutflowRow& out);

/// For each of `count` samples the set of neighbours whose water it gets, as the sum of 2^direction. towards[d] begins
/// with the neighbour in direction d of the first sample; its values are the sets of neighbours that get its water. A
/// whole vector after the last value may be read.
void inflow_row(const std::uint8_t* const towards[8], int count, std::uint8_t* out);
/// For each sample of the row the neighbours of its set in `from`, a set of inflow_row(), from the highest to the
/// lowest, then by their cells: 8 + direction of the first one in the lowest 4 bits, and so on; 0 after the last. A
/// whole vector after the last value of `from` may be read.
void donor_order_row(const DescentRow& row, const std::uint8_t* from, std::uint32_t* out);
/// The sets of inflow_row() where water goes to one neighbour: `directions` holds a Direction for each neighbour.
void donor_row(const std::uint8_t* const directions[8], int count, std::uint8_t* out);

/// For each of `count` samples from `basin` and `height` on the neighbours across the rim of its basin: bit d if the
/// neighbour in direction d belongs to another basin, bit 8 + d if it has the same height. steps[d] leads to that
/// neighbour. Samples outside the map have the basin 0, and count for nothing; their heights are not those of samples.
/// A whole vector after the last sample may be read.
struct RimRow {
  const std::uint32_t* basin = nullptr;
  const float* height = nullptr;
  std::ptrdiff_t steps[8] = {};
  int count = 0;
};
void rim_row(const RimRow& row, std::uint16_t* out);

}  // namespace weald::hydrology::detail
