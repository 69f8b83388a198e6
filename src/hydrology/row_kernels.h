#pragma once
// The two inner loops of a step that run along rows, in one version per SIMD target. Internal to hydrology/.

#include <cstdint>

namespace weald::hydrology::detail {

/// Columns that `steepest_tile` works on.
inline constexpr int kTileColumns = 64;

/// For each of kTileColumns samples from `centre` on, the direction d with the largest (centre - neighbours[d]) *
/// weights[d] above 0, the first of equal ones, or kPit.
struct SteepestTile {
  const float* centre = nullptr;
  const float* neighbours[8] = {};
  const float* weights[8] = {};
};
void steepest_tile(const SteepestTile& tile, std::uint8_t* out);

/// For each of `count` samples 1 / (1 + F): the share of its height above the receiver that a sample keeps, with
/// F = scale * area^exponent * erodibility, divided by the square root of 2 where the direction runs across corners. The power has a
/// relative error below 1e-5. The arrays may be read up to kTileColumns further.
struct KeptRow {
  const std::uint32_t* area = nullptr;
  const std::uint8_t* direction = nullptr;
  const float* erodibility = nullptr;  ///< may be null: the number below counts
  float uniform_erodibility = 0;
  float scale = 0;
  float exponent = 0;
  int count = 0;
};
void kept_row(const KeptRow& row, float* out);

}  // namespace weald::hydrology::detail
