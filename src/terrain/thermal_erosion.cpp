#include "terrain/thermal_erosion.h"

#include <algorithm>
#include <limits>

#include "core/math.h"
#include "core/parallel.h"
#include "terrain/thermal_kernels.h"

namespace weald::terrain {

namespace {

constexpr std::size_t kRowsPerBlock = 32;

// The weights of the isotropic nine-point Laplacian, scaled to sum to one over the eight neighbours.
constexpr float kAxisWeight = 0.2f;
constexpr float kDiagonalWeight = 0.05f;

constexpr detail::Talus kNoNeighbour{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};

void step_row(const detail::RowStep& step, int width) {
  const float closed = kNoNeighbour.axis;
  const int last = width - 1;
  detail::step_sample(step, 0, 0, std::min(1, last), closed, last > 0 ? 0 : closed);
  if (last == 0) return;
  detail::step_inner_samples(step, width);
  detail::step_sample(step, last - 1, last, last, 0, closed);
}

}  // namespace

Heightmap erode_thermally(Heightmap map, const ThermalErosionParams& params, const RunContext& context) {
  const double rise = math::tan_deg(params.talus) * map.cell_size;
  const detail::Talus talus{static_cast<float>(rise), static_cast<float>(rise * math::kSqrt2)};
  const auto rate = static_cast<float>(params.rate);
  const int height = map.height();
  Grid<float> next(map.width(), height);
  for (int i = 0; i < params.iterations; ++i) {
    context.progress(static_cast<double>(i) / params.iterations);
    const Grid<float>& now = map.heights;
    parallel_blocks(static_cast<std::size_t>(height), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
      for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
        const float* middle = now.row(y).data();
        step_row({.north = y > 0 ? now.row(y - 1).data() : middle,
                  .middle = middle,
                  .south = y + 1 < height ? now.row(y + 1).data() : middle,
                  .out = next.row(y).data(),
                  .to_north = y > 0 ? talus : kNoNeighbour,
                  .to_south = y + 1 < height ? talus : kNoNeighbour,
                  .in_row = talus,
                  .axis_rate = rate * kAxisWeight,
                  .diagonal_rate = rate * kDiagonalWeight},
                 map.width());
      }
    });
    std::swap(map.heights, next);
  }
  return map;
}

}  // namespace weald::terrain
