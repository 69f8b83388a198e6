#include "methods/raster/derivatives.h"

#include <array>

namespace weald::maps {

namespace {

/// A sample of an axis, possibly outside it, as a weighted sum of existing samples.
struct AxisTaps {
  std::array<int, 3> index{};
  std::array<double, 3> weight{};
  int count = 1;
};

AxisTaps taps_of(int i, int size) {
  if (i >= 0 && i < size) return {{i}, {1}, 1};
  const int edge = i < 0 ? 0 : size - 1;
  const int inwards = i < 0 ? 1 : -1;
  if (size >= 3) return {{edge, edge + inwards, edge + 2 * inwards}, {3, -3, 1}, 3};
  if (size == 2) return {{edge, edge + inwards}, {2, -1}, 2};
  return {{edge}, {1}, 1};
}

double continued(const HeightView& heights, const GridSpec& grid, int x, int y) {
  const AxisTaps columns = taps_of(x, grid.width), rows = taps_of(y, grid.height);
  double sum = 0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(rows.count); ++j) {
    double across = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(columns.count); ++i)
      across += columns.weight[i] * heights.at(columns.index[i], rows.index[j]);
    sum += rows.weight[j] * across;
  }
  return sum;
}

}  // namespace

Patch border_patch(const HeightView& heights, const GridSpec& grid, int x, int y) {
  const auto at = [&](int columns, int rows) { return continued(heights, grid, x + columns, y + rows); };
  return {at(-1, -1), at(0, -1), at(1, -1), at(-1, 0), at(0, 0), at(1, 0), at(-1, 1), at(0, 1), at(1, 1)};
}

}  // namespace weald::maps
