#include "terrain/thermal_erosion.h"

#include <algorithm>
#include <limits>

#include "core/math.h"
#include "core/parallel.h"

namespace weald::terrain {

namespace {

constexpr std::size_t kRowsPerBlock = 32;

// The weights of the isotropic nine-point Laplacian, scaled to sum to one over the eight neighbours.
constexpr float kAxisWeight = 0.2f;
constexpr float kDiagonalWeight = 0.05f;

// Heights above and below which a neighbour is unstable; infinite where there is no neighbour on that side.
struct Talus {
  float axis;
  float diagonal;
};
constexpr Talus kNoNeighbour{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};

// What of the difference to a neighbour lies beyond the talus: positive where material arrives. One of the two terms is
// always zero, so that the neighbour sees exactly the negative and nothing is gained or lost.
inline float beyond(float difference, float talus) {
  return std::max(difference - talus, 0.0f) + std::min(difference + talus, 0.0f);
}

struct RowStep {
  const float* north;  // the row itself where there is none
  const float* middle;
  const float* south;
  float* out;
  Talus to_north;
  Talus to_south;
  Talus flat;
  float axis_rate;
  float diagonal_rate;
};

// `to_west` and `to_east` are infinite at the ends of the row; `west` and `east` are then any valid columns.
inline void step_sample(const RowStep& row, int west, int x, int east, float to_west, float to_east) {
  const float h = row.middle[x];
  const float axis = (beyond(row.north[x] - h, row.to_north.axis) + beyond(row.south[x] - h, row.to_south.axis)) +
                     (beyond(row.middle[west] - h, std::max(row.flat.axis, to_west)) +
                      beyond(row.middle[east] - h, std::max(row.flat.axis, to_east)));
  const float diagonal = (beyond(row.north[west] - h, std::max(row.to_north.diagonal, to_west)) +
                          beyond(row.north[east] - h, std::max(row.to_north.diagonal, to_east))) +
                         (beyond(row.south[west] - h, std::max(row.to_south.diagonal, to_west)) +
                          beyond(row.south[east] - h, std::max(row.to_south.diagonal, to_east)));
  row.out[x] = h + (axis * row.axis_rate + diagonal * row.diagonal_rate);
}

void step_row(const RowStep& row, int width) {
  const float open = 0;
  const float closed = kNoNeighbour.axis;
  const int last = width - 1;
  step_sample(row, 0, 0, std::min(1, last), closed, last > 0 ? open : closed);
  for (int x = 1; x < last; ++x) step_sample(row, x - 1, x, x + 1, open, open);
  if (last > 0) step_sample(row, last - 1, last, last, open, closed);
}

}  // namespace

Heightmap erode_thermally(Heightmap map, const ThermalErosionParams& params, const RunContext& context) {
  const double rise = math::tan_deg(params.talus) * map.cell_size;
  const Talus talus{static_cast<float>(rise), static_cast<float>(rise * 1.41421356237309504880)};
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
                  .flat = talus,
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
