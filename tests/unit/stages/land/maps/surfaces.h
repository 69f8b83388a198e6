#pragma once
// Heightmaps of surfaces whose derivatives are known, and kernels run over them.

#include <vector>

#include "base/rng.h"
#include "data/field.h"
#include "data/heightmap.h"

namespace weald::test {

/// The samples of `height(x, z)`, metres, with sample (0, 0) at `origin`.
template <class Height>
Heightmap surface(const GridSpec& grid, const Height& height) {
  Heightmap map(grid);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const Vec2 at = grid.position(x, y);
      map.heights.at(x, y) = static_cast<float>(height(at.x, at.y));
    }
  }
  return map;
}

/// Independent random heights from 0 to `height`.
inline Heightmap random_surface(const GridSpec& grid, double height, std::uint64_t seed = 1) {
  const Rng rng(seed);
  Heightmap map(grid);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      map.heights.at(x, y) =
          static_cast<float>(height * rng.uniform(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
    }
  }
  return map;
}

/// A stage's field over `map`, filled in windows of at most `columns` x `rows`, each of which sees no more of the map
/// than the kernel's radius says.
template <class S>
Heightmap field_of(const typename S::Params& params, const Heightmap& map, int columns = 1 << 20, int rows = 1 << 20) {
  const GridSpec grid = map.grid();
  const FieldKernel kernel = S::kernel(params, schema::Inputs{}, grid, RunContext{});
  Heightmap result(grid);
  for (int y = 0; y < grid.height; y += rows) {
    for (int x = 0; x < grid.width; x += columns) {
      const Region out{x, y, std::min(columns, grid.width - x), std::min(rows, grid.height - y)};
      const int x0 = std::max(0, x - kernel.radius), y0 = std::max(0, y - kernel.radius);
      const int x1 = std::min(grid.width, x + out.width + kernel.radius);
      const int y1 = std::min(grid.height, y + out.height + kernel.radius);
      // Samples outside the window are not there: reading one would be found by the address sanitizer.
      std::vector<float> seen;
      for (int row = y0; row < y1; ++row)
        seen.insert(seen.end(), map.heights.row(row).begin() + x0, map.heights.row(row).begin() + x1);
      const FieldInput<HeightView> input{params.from.stage, {{x0, y0, x1 - x0, y1 - y0}, seen.data(), x1 - x0}};
      kernel.fill({grid, InputViews({&input, 1}), {out, &result.heights.at(x, y), grid.width}});
    }
  }
  return result;
}

}  // namespace weald::test
