#include "maps/unevenness.h"

#include <algorithm>

#include "noise/fbm.h"

namespace weald::maps {

namespace {

constexpr double kSpread = 2;  // makes the noise use most of -1 .. 1; what is beyond is cut off

FieldKernel noise_kernel(const GridSpec& grid, double patch, std::uint64_t seed) {
  noise::FbmParams params;
  params.frequency = 1 / patch;
  params.amplitude = kSpread;
  params.octaves = 5;
  params.persistence = 0.6;
  RunContext silent;  // that the finest patches may be finer than the grid is no matter here
  silent.seed = seed;
  return noise::Fbm::kernel(params, schema::Inputs{}, grid, silent);
}

}  // namespace

Unevenness::Unevenness(const GridSpec& grid, double patch, std::uint64_t seed)
    : grid_(grid), kernel_(noise_kernel(grid, patch, seed)) {}

Heightmap Unevenness::rows(int first, int count) const {
  Heightmap result(GridSpec{grid_.width, count, grid_.cell_size, grid_.origin});
  const MutableHeightView out{{0, first, grid_.width, count}, result.heights.values().data(), grid_.width};
  kernel_.fill({grid_, {}, out});
  for (float& value : result.heights.values()) value = std::clamp(value, -1.0f, 1.0f);
  return result;
}

}  // namespace weald::maps
