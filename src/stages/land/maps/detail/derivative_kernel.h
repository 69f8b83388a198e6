#pragma once
// Kernels of the stages computed from the derivatives of a heightmap.

#include <algorithm>
#include <array>

#include "data/field.h"
#include "methods/raster/derivatives.h"

namespace weald::maps {

/// Applies `value` to the derivatives of row `y` of the window. Samples off the border read three rows directly.
template <class Value>
void derivative_row(const HeightView& heights, const FieldWindow& window, int y, const Value& value) {
  const GridSpec& grid = window.grid;
  const Region& region = window.out.region;
  const int end = region.x + region.width;
  const auto border = [&](int from, int to) {
    for (int x = from; x < to; ++x)
      window.out.at(x, y) = static_cast<float>(value(derivatives_at(heights, grid, x, y)));
  };
  if (y == 0 || y + 1 == grid.height) return border(region.x, end);
  const int inner = std::clamp(1, region.x, end), inner_end = std::clamp(grid.width - 1, inner, end);
  border(region.x, inner);
  const std::array<const float*, 3> rows{heights.row(y - 1), heights.row(y), heights.row(y + 1)};
  float* out = window.out.row(y);
  const double cell = grid.cell_size;
  for (int x = inner; x < inner_end; ++x) out[x] = static_cast<float>(value(derivatives_of(patch_at(rows, x), cell)));
  border(inner_end, end);
}

/// Kernel that applies `value` to the derivatives of the heightmap `from`. Pre: `value` may be called from several
/// threads.
template <class Value>
FieldKernel derivative_kernel(const schema::Input<Heightmap>& from, Value value) {
  return {.radius = kDerivativeRadius, .fill = [from, value](const FieldWindow& window) {
            const HeightView& heights = window.inputs[from];
            const Region& region = window.out.region;
            for (int y = region.y; y < region.y + region.height; ++y) derivative_row(heights, window, y, value);
          }};
}

}  // namespace weald::maps
