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
  float rate;   ///< F of the implicit step
  float limit;  ///< the height above the receiver that it comes near but never reaches, metres
};

/// For each of `count` samples `rate` = scale * (area + extra_area)^exponent * erodibility / length, and `limit` =
/// rise * length. The length of the step to the receiver, in cells, is shortened by the cosine between it and the
/// gradient of `height` (down to 0.75 in `rate`, to 0.4 in the limit), so that a path of many steps counts as long as
/// the straight way that it winds about. The power has a relative error below 1e-5. The arrays may be read up to
/// kTileColumns further.
struct WearRow {
  const float* north = nullptr;
  const float* height = nullptr;
  const float* south = nullptr;
  const std::uint32_t* area = nullptr;
  const std::uint8_t* direction = nullptr;
  const float* erodibility = nullptr;  ///< may be null: the number below counts
  float uniform_erodibility = 0;
  float extra_area = 0;  ///< cells
  float scale = 0;
  float exponent = 0;
  float rise = 0;
  int count = 0;
};
void wear_row(const WearRow& row, Wear* out);

}  // namespace weald::hydrology::detail
