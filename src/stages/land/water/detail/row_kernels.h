#pragma once
// The inner loops of an incision step, compiled once per SIMD target.

#include <cstddef>
#include <cstdint>

namespace weald::hydrology::detail {

/// Number of columns that `steepest_tile` processes.
inline constexpr int kTileColumns = 64;

/// For each of kTileColumns samples from `centre` onwards, the direction d with the largest positive value of
/// (centre - neighbours[d]) * weights[d]; the first one on ties; kPit if none is positive.
struct SteepestTile {
  const float* centre = nullptr;
  const float* neighbours[8] = {};
  const float* weights[8] = {};
};
void steepest_tile(const SteepestTile& tile, std::uint8_t* out);

/// Erosion of a sample in one step.
struct Wear {
  float rate;   ///< F of the implicit step
  float limit;  ///< upper bound of the height above the receiver, approached but never reached, metres
};

/// For each of `count` samples, `rate` = scale * (area + extra_area)^exponent * erodibility / length,
/// and `limit` = rise * length. The length of the step to the receiver, in cells, is multiplied by the cosine between
/// the step and the gradient of `height` (at least 0.75 for `rate`, 0.4 for `limit`), so that a winding path counts as
/// long as the straight line it winds around. The power has a relative error below 1e-5. The arrays may be read up to
/// kTileColumns values past the end.
struct WearRow {
  const float* north = nullptr;
  const float* height = nullptr;
  const float* south = nullptr;
  const std::uint32_t* area = nullptr;
  const std::uint8_t* direction = nullptr;
  const float* erodibility = nullptr;  ///< may be null: `uniform_erodibility` applies
  float uniform_erodibility = 0;
  float extra_area = 0;  ///< cells
  float scale = 0;
  float exponent = 0;
  float rise = 0;
  int count = 0;
};
void wear_row(const WearRow& row, Wear* out);

/// The implicit step of cells that do not drain into each other, whose receivers have been solved: from the height z of
/// a cell above its receiver, as a share of the limit, follows the height y with y (1 + rate / (1 - y)) = z, so erosion
/// grows without bound towards the limit. Where the rate is 0 or the receiver is not lower, the cell keeps its height,
/// but is no higher than the limit above the receiver. A cell is always at least the next float above its receiver. A
/// cell that is its own receiver keeps its height.
struct SolveCells {
  const std::uint32_t* cells = nullptr;      ///< readable up to kTileColumns values past the end, all valid indices
  const std::uint32_t* receivers = nullptr;  ///< of these cells; readable as these are
  std::size_t count = 0;
  const Wear* wear = nullptr;  ///< of all cells
  float* heights = nullptr;    ///< of all cells
};
void solve_cells(const SolveCells& work);

}  // namespace weald::hydrology::detail
