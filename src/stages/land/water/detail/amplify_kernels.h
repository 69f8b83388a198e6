#pragma once
// The inner loops of `amplify` that run along rows, compiled once per SIMD target. All of them but ground_row() may
// read whole vectors beyond the last sample, but write nothing there.

#include <cstddef>
#include <cstdint>

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

/// Spread of the random weights of routing: the steepest descent is chosen after slopes have been multiplied by 1 to 1
/// plus 15 times this, which keeps water from running in parallel lines along the grid.
inline constexpr float kRoutingSpread = 0.1f;
/// The directions in which water leaves the samples of a row, as numbers: kPit for samples with no lower neighbour.
struct ReceiverRow {
  const float* heights = nullptr;  ///< metres; infinite where there is no ground
  std::ptrdiff_t stride = 0;       ///< from one row of `heights` to the next
  const std::uint32_t* chance = nullptr;
  float* out = nullptr;
  int count = 0;
};
void receiver_row(const ReceiverRow& row);

/// One step of erosion along a row: implicit in the height of a sample, explicit in those of its neighbours.
struct ErosionRow {
  const float* heights = nullptr;  ///< metres; infinite where there is no ground
  std::ptrdiff_t stride = 0;       ///< from one row of `heights` to the next
  const float* areas = nullptr;    ///< drainage areas, m^2
  const float* steepness = nullptr;
  const std::uint32_t* chance = nullptr;  ///< random bits of the routing
  const float* lowest = nullptr;          ///< bounds of the new heights
  const float* highest = nullptr;
  float* out = nullptr;         ///< new heights
  float* directions = nullptr;  ///< in which water left the samples
  int count = 0;
  float wear = 0;    ///< times the root of the area: rate at which the drop to the receiver is lowered
  float lift = 0;    ///< times the steepness: metres by which the ground rises
  float source = 0;  ///< m^2 added to all areas
  float talus = 0;   ///< metres over one sample
  float creep = 0;   ///< share of the difference from the mean of the neighbours
};
void erode_row(const ErosionRow& row);

/// Areas after water has flowed one sample further: the sample's own area and those of all neighbours that flow into
/// it, but at least the inflow.
struct FlowRow {
  const float* areas = nullptr;
  const float* directions = nullptr;
  std::ptrdiff_t stride = 0;  ///< of both
  const float* inflow = nullptr;
  float* out = nullptr;
  int count = 0;
  float own = 0;  ///< m^2
};
void flow_row(const FlowRow& row);

/// One pass of filling: where `kept` is infinite, the larger of `ground` and the lowest of the neighbours in `levels`
/// plus a rise; elsewhere `kept`.
struct FillRow {
  const float* levels = nullptr;
  std::ptrdiff_t stride = 0;  ///< of `levels`
  const float* ground = nullptr;
  const float* kept = nullptr;
  const float* rise = nullptr;  ///< metres over one sample
  float* out = nullptr;
  int count = 0;
};
void fill_row(const FillRow& row);

}  // namespace weald::hydrology::detail
