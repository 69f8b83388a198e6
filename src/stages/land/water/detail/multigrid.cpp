#include "stages/land/water/detail/multigrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/math/clamped.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "methods/raster/catmull_rom.h"
#include "stages/land/noise/octave_field.h"

namespace weald::hydrology {

namespace {

constexpr int kCoarsest = 64;  // cells along the longer side
constexpr std::size_t kRowsPerRefinedBlock = 16;

template <class Row>
void for_rows(int height, const Row& row) {
  parallel_blocks(static_cast<std::size_t>(height), kRowsPerRefinedBlock, [&](std::size_t begin, std::size_t end) {
    for (auto y = static_cast<int>(begin); y < static_cast<int>(end); ++y) row(y);
  });
}

// Downsamples by two, after averaging neighbours with weights 1 2 1 along both axes.
Heightmap halved(const Heightmap& map) {
  const int width = map.width(), height = map.height();
  Heightmap result(GridSpec{(width + 1) / 2, (height + 1) / 2, map.cell_size * 2, map.origin});
  for_rows(result.height(), [&](int y) {
    const float* rows[3] = {map.heights.row(std::max(2 * y - 1, 0)).data(), map.heights.row(2 * y).data(),
                            map.heights.row(std::min(2 * y + 1, height - 1)).data()};
    for (int x = 0; x < result.width(); ++x) {
      const int west = std::max(2 * x - 1, 0), east = std::min(2 * x + 1, width - 1);
      float sum = 0;
      for (int k = 0; k < 3; ++k) sum += (k == 1 ? 2.0f : 1.0f) * (rows[k][west] + 2 * rows[k][2 * x] + rows[k][east]);
      result.heights.at(x, y) = sum / 16;
    }
  });
  return result;
}

// Catmull-Rom weights of the four samples around a fractional position.
struct Cubic {
  int first;  // the column or row of the first sample, before clamping
  std::array<float, 4> weight;

  explicit Cubic(double at) {
    const double whole = std::floor(at);
    first = static_cast<int>(whole) - 1;
    weight = raster::catmull_rom_weights(static_cast<float>(at - whole));
  }
};

float cubic_at(const Heightmap& map, double column, double row) {
  const Cubic x(clamped(column, 0.0, map.width() - 1.0));
  const Cubic y(clamped(row, 0.0, map.height() - 1.0));
  float sum = 0;
  for (int j = 0; j < 4; ++j) {
    const float* samples = map.heights.row(std::clamp(y.first + j, 0, map.height() - 1)).data();
    float along = 0;
    for (int i = 0; i < 4; ++i)
      along += x.weight[static_cast<std::size_t>(i)] * samples[std::clamp(x.first + i, 0, map.width() - 1)];
    sum += y.weight[static_cast<std::size_t>(j)] * along;
  }
  return sum;
}

Heightmap noise_on(const GridSpec& grid, std::vector<noise::OctaveSpec> octaves) {
  Heightmap result(grid);
  const noise::OctaveField field({.grid = grid, .octaves = std::move(octaves)});
  parallel_blocks(static_cast<std::size_t>(grid.height), kRowsPerRefinedBlock, [&](std::size_t begin, std::size_t end) {
    const auto y = static_cast<int>(begin);
    field.fill({{0, y, grid.width, static_cast<int>(end - begin)}, result.heights.row(y).data(), grid.width});
  });
  return result;
}

noise::OctaveSpec octave(double wavelength, double amplitude, std::uint64_t seed) {
  return {.frequency_x = 1 / wavelength,
          .frequency_y = 1 / wavelength,
          .amplitude = static_cast<float>(amplitude),
          .scale = {.gradient = 1, .height = 0},
          .seed = seed};
}

}  // namespace

std::vector<GridSpec> level_grids(const GridSpec& target) {
  const double wide = (target.width - 1) * target.cell_size, deep = (target.height - 1) * target.cell_size;
  std::vector<GridSpec> grids;
  for (double cell = std::max(wide, deep) / kCoarsest; cell > 1.001 * target.cell_size; cell /= 2) {
    const auto count = [&](double extent) { return static_cast<int>(std::ceil(extent / cell - 1e-6)) + 1; };
    grids.push_back({std::max(2, count(wide)), std::max(2, count(deep)), cell, target.origin});
  }
  grids.push_back(target);
  return grids;
}

Heightmap resampled(const Heightmap& map, const GridSpec& grid) {
  if (map.grid() == grid) return map;
  if (grid.cell_size > 1.5 * map.cell_size && std::min(map.width(), map.height()) > 2)
    return resampled(halved(map), grid);
  Heightmap result(grid);
  const double scale = 1 / map.cell_size;
  for_rows(grid.height, [&](int y) {
    for (int x = 0; x < grid.width; ++x) {
      const Vec2 at = (grid.position(x, y) - map.origin) * scale;
      result.heights.at(x, y) = cubic_at(map, at.x, at.y);
    }
  });
  return result;
}

Heightmap bent(const Heightmap& map, const GridSpec& grid, std::uint64_t seed) {
  const double wavelength = 5 * map.cell_size, amplitude = 3 * map.cell_size;
  const Heightmap east = noise_on(grid, {octave(wavelength, amplitude, sub_seed(seed, 0))});
  const Heightmap south = noise_on(grid, {octave(wavelength, amplitude, sub_seed(seed, 1))});
  Heightmap result(grid);
  const double scale = 1 / map.cell_size;
  for_rows(grid.height, [&](int y) {
    for (int x = 0; x < grid.width; ++x) {
      const double border = std::min(std::min(x, grid.width - 1 - x), std::min(y, grid.height - 1 - y));
      const double share = std::min(1.0, border * grid.cell_size / (2 * map.cell_size));
      const Vec2 move{east.heights.at(x, y) * share, south.heights.at(x, y) * share};
      const Vec2 at = (grid.position(x, y) + move - map.origin) * scale;
      result.heights.at(x, y) = cubic_at(map, at.x, at.y);
    }
  });
  return result;
}

Heightmap rough_ground(const GridSpec& grid, double longest, double amplitude, int first, int last,
                       std::uint64_t seed) {
  if (first >= last || amplitude == 0) return Heightmap(grid);
  std::vector<noise::OctaveSpec> octaves;
  for (int i = first; i < last; ++i) {
    const double share = 1.0 / static_cast<double>(std::int64_t{1} << i);
    octaves.push_back(octave(longest * share, amplitude * share, sub_seed(seed, static_cast<std::uint64_t>(i))));
  }
  return noise_on(grid, std::move(octaves));
}

}  // namespace weald::hydrology
