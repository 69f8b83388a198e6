#include "stages/land/maps/detail/boundary_noise.h"

#include <algorithm>

#include "base/math/clamped.h"
#include "stages/land/noise/fractals.h"

namespace weald::maps {

namespace {

constexpr double kSpread = 2;  // scales the noise to use most of -1 to 1; the excess is clamped

FieldKernel noise_kernel(const GridSpec& grid, double patch, std::uint64_t seed) {
  noise::FbmParams params;
  params.frequency = 1 / patch;
  params.amplitude = kSpread;
  params.octaves = 5;
  params.persistence = 0.6;
  RunContext silent;  // its warnings about patches finer than the grid do not matter here
  silent.seed = seed;
  return noise::Fbm::kernel(params, schema::Inputs{}, grid, silent);
}

}  // namespace

BoundaryNoise::BoundaryNoise(const GridSpec& grid, const Region& region, double patch, std::uint64_t seed)
    : grid_(grid), region_(region), kernel_(noise_kernel(grid, patch, seed)) {}

BoundaryNoise::BoundaryNoise(const Heightmap& map, double patch, std::uint64_t seed)
    : grid_(map.whole_grid()),
      region_{map.place ? map.place->x : 0, map.place ? map.place->y : 0, map.width(), map.height()},
      kernel_(noise_kernel(grid_, patch, seed)) {}

Heightmap BoundaryNoise::rows(int first, int count) const {
  Heightmap result(GridSpec{region_.width, count, grid_.cell_size, grid_.position(region_.x, region_.y + first)});
  const MutableHeightView out{
      {region_.x, region_.y + first, region_.width, count}, result.heights.values().data(), region_.width};
  kernel_.fill({grid_, {}, out});
  for (float& value : result.heights.values()) value = clamped(value, -1.0f, 1.0f);
  return result;
}

}  // namespace weald::maps
