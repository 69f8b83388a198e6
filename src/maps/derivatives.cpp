#include "maps/derivatives.h"

#include <array>
#include <utility>

namespace weald::maps {

namespace {

using Neighbours = std::array<double, 9>;  // rows from north to south

/// A sample of an axis as a weighted sum of samples that exist.
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

Neighbours neighbours_of(const HeightView& heights, const GridSpec& grid, int x, int y) {
  Neighbours result;
  const bool inside = x > 0 && y > 0 && x + 1 < grid.width && y + 1 < grid.height;
  std::size_t i = 0;
  for (int row = y - 1; row <= y + 1; ++row) {
    for (int column = x - 1; column <= x + 1; ++column)
      result[i++] = inside ? double{heights.at(column, row)} : continued(heights, grid, column, row);
  }
  return result;
}

}  // namespace

Derivatives derivatives_at(const HeightView& heights, const GridSpec& grid, int x, int y) {
  const auto [nw, n, ne, w, c, e, sw, s, se] = neighbours_of(heights, grid, x, y);
  const double cell = grid.cell_size;
  const double west = nw + w + sw, middle = n + c + s, east = ne + e + se;
  const double north = nw + n + ne, centre = w + c + e, south = sw + s + se;
  return {.x = (east - west) / (6 * cell),
          .z = (south - north) / (6 * cell),
          .xx = (east + west - 2 * middle) / (3 * cell * cell),
          .xz = ((nw + se) - (ne + sw)) / (4 * cell * cell),
          .zz = (north + south - 2 * centre) / (3 * cell * cell)};
}

FieldKernel derivative_kernel(std::function<double(const Derivatives&)> value) {
  return {.radius = kDerivativeRadius, .fill = [value = std::move(value)](const FieldWindow& window) {
            const Region& region = window.out.region;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x)
                window.out.at(x, y) = static_cast<float>(value(derivatives_at(window.inputs[0], window.grid, x, y)));
            }
          }};
}

}  // namespace weald::maps
