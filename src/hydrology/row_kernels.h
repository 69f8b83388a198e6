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

/// How a step wears a sample.
struct Wear {
  float kept;   ///< share of its height above the receiver that it keeps
  float limit;  ///< largest height above the receiver, metres
};

/// For each of `count` samples `kept` = 1 / (1 + F) with F = scale * area^exponent * erodibility / length, and `limit`
/// = rise * length. The length of the step to the receiver, in cells, is shortened by the cosine between it and the
/// gradient of `height` (down to 0.75 in F, to 0.4 in the limit), so that a path of many steps counts as long as the
/// straight way that it winds about. The power has a relative error below 1e-5. The arrays may be read up to
/// kTileColumns further.
struct WearRow {
  const float* north = nullptr;
  const float* height = nullptr;
  const float* south = nullptr;
  const std::uint32_t* area = nullptr;
  const std::uint8_t* direction = nullptr;
  const float* erodibility = nullptr;  ///< may be null: the number below counts
  float uniform_erodibility = 0;
  float scale = 0;
  float exponent = 0;
  float rise = 0;
  int count = 0;
};
void wear_row(const WearRow& row, Wear* out);

}  // namespace weald::hydrology::detail
