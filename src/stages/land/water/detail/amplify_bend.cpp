#include "stages/land/water/detail/amplify_bend.h"

#include <array>

#include "methods/raster/lattice.h"

namespace weald::hydrology::detail {

namespace {

using SplineWeights = std::array<float, 4>;

// Weights of four neighbouring values of a uniform cubic B-spline at `t`, 0 to 1, between the middle two.
SplineWeights spline_weights(double t) {
  const double u = 1 - t;
  return {static_cast<float>(u * u * u / 6), static_cast<float>((3 * t * t * t - 6 * t * t + 4) / 6),
          static_cast<float>((3 * u * u * u - 6 * u * u + 4) / 6), static_cast<float>(t * t * t / 6)};
}

// Independent values in [-1, 1) along a row of the lattice.
std::vector<float> lattice_values(const std::vector<noise::AxisKey>& columns, const noise::AxisKey& row) {
  std::vector<float> values;
  values.reserve(columns.size());
  for (const noise::AxisKey& column : columns)
    values.push_back(static_cast<float>(noise::point_hash(column, row) >> 8) * 0x1p-23f - 1.0f);
  return values;
}

}  // namespace

LatticeSpline::LatticeSpline(std::uint64_t seed, int spacing, std::int64_t first_x, std::int64_t first_y)
    : seed_(seed), spacing_(spacing), first_x_(first_x), first_y_(first_y) {}

void LatticeSpline::fill(Tile<float>& tile) const {
  const std::int64_t west = noise::floor_div(first_x_ + tile.left(), spacing_) - 1;
  const std::int64_t east = noise::floor_div(first_x_ + tile.right() - 1, spacing_) + 2;
  const auto columns = static_cast<std::size_t>(east - west + 1);
  std::vector<noise::AxisKey> keys(columns);
  for (std::size_t i = 0; i < columns; ++i) keys[i] = noise::column_key(seed_, west + static_cast<std::int64_t>(i));
  std::vector<SplineWeights> weights(static_cast<std::size_t>(spacing_));
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = spline_weights(static_cast<double>(i) / spacing_);
  std::array<std::vector<float>, 4> rows;  // of the lattice
  std::vector<float> across(columns);
  for (int y = tile.top(); y < tile.bottom(); ++y) {
    const std::int64_t lattice_row = noise::floor_div(first_y_ + y, spacing_);
    const auto phase = static_cast<std::size_t>(first_y_ + y - lattice_row * spacing_);
    if (y == tile.top() || phase == 0) {
      for (std::size_t k = 0; k < 4; ++k)
        rows[k] = lattice_values(keys, noise::row_key(seed_, lattice_row - 1 + static_cast<std::int64_t>(k)));
    }
    const SplineWeights& down = weights[phase];
    for (std::size_t i = 0; i < columns; ++i)
      across[i] = down[0] * rows[0][i] + down[1] * rows[1][i] + down[2] * rows[2][i] + down[3] * rows[3][i];
    fill_along(across, west, weights, tile, y);
  }
}

void LatticeSpline::fill_along(const std::vector<float>& lattice, std::int64_t west,
                               const std::vector<std::array<float, 4>>& weights, Tile<float>& tile, int y) const {
  const std::int64_t column = noise::floor_div(first_x_ + tile.left(), spacing_);
  auto phase = static_cast<std::size_t>(first_x_ + tile.left() - column * spacing_);
  const float* at = lattice.data() + (column - 1 - west);
  float* out = tile.row(y);
  for (int x = tile.left(); x < tile.right(); ++x) {
    const SplineWeights& weight = weights[phase];
    out[x] = weight[0] * at[0] + weight[1] * at[1] + weight[2] * at[2] + weight[3] * at[3];
    if (++phase < weights.size()) continue;
    phase = 0;
    ++at;
  }
}

Tile<std::uint32_t> PositionBits::in(const Region& region) const {
  Tile<std::uint32_t> bits(region, 0u);
  std::vector<noise::AxisKey> keys;
  for (int x = region.x; x < region.x + region.width; ++x) keys.push_back(noise::column_key(seed_, first_x_ + x));
  for (int y = region.y; y < region.y + region.height; ++y) {
    const noise::AxisKey row = noise::row_key(seed_, first_y_ + y);
    std::uint32_t* out = bits.row(y) + region.x;
    for (const noise::AxisKey& key : keys) *out++ = noise::point_hash(key, row);
  }
  return bits;
}

}  // namespace weald::hydrology::detail
