#include "stages/land/erosion/detail/thermal_step.h"

#include <algorithm>
#include <limits>

namespace weald::terrain::detail {

namespace {

// Weights of the isotropic nine-point Laplacian, scaled so that the eight neighbours sum to one.
constexpr float kAxisWeight = 0.2f;
constexpr float kDiagonalWeight = 0.05f;

constexpr Talus kNoNeighbour{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};

void step_ends_and_middle(const RowStep& step, const Stretch& stretch) {
  const float closed = kNoNeighbour.axis;
  const int last = stretch.width - 1;
  if (stretch.begin == 0) step_sample(step, 0, 0, std::min(1, last), closed, last > 0 ? 0 : closed);
  if (last == 0) return;
  step_inner_samples(step, std::max(stretch.begin, 1), std::min(stretch.end, last));
  if (stretch.end == stretch.width) step_sample(step, last - 1, last, last, 0, closed);
}

}  // namespace

RowsAround rows_around(const Grid<float>& heights, int y) {
  return {y > 0 ? heights.row(y - 1).data() : nullptr, heights.row(y).data(),
          y + 1 < heights.height() ? heights.row(y + 1).data() : nullptr};
}

void step_row_of(const RowsAround& rows, const Stretch& stretch, const Talus& talus, float rate, float* out) {
  step_ends_and_middle({.north = rows.north != nullptr ? rows.north : rows.middle,
                        .middle = rows.middle,
                        .south = rows.south != nullptr ? rows.south : rows.middle,
                        .out = out,
                        .to_north = rows.north != nullptr ? talus : kNoNeighbour,
                        .to_south = rows.south != nullptr ? talus : kNoNeighbour,
                        .in_row = talus,
                        .axis_rate = rate * kAxisWeight,
                        .diagonal_rate = rate * kDiagonalWeight},
                       stretch);
}

void step_row_of(const RowsAround& rows, const RowsAround& rises, float aim, const Stretch& stretch, float rate,
                 float* out) {
  const float axis_rate = rate * kAxisWeight;
  const float diagonal_rate = rate * kDiagonalWeight;
  const float diagonal_aim = aim * kDiagonalRise;
  for (int x = stretch.begin; x < stretch.end; ++x) {
    const auto arriving = [&](const float* heights, const float* half_rises, int column, float share) {
      if (heights == nullptr || column < 0 || column >= stretch.width) return 0.0f;
      const float difference = heights[column] - rows.middle[x];
      const float talus = (half_rises[column] + rises.middle[x]) * share;
      return difference - std::min(std::max(difference, -talus), talus);
    };
    const float axis =
        (arriving(rows.north, rises.north, x, aim) + arriving(rows.south, rises.south, x, aim)) +
        (arriving(rows.middle, rises.middle, x - 1, aim) + arriving(rows.middle, rises.middle, x + 1, aim));
    const float diagonal = (arriving(rows.north, rises.north, x - 1, diagonal_aim) +
                            arriving(rows.north, rises.north, x + 1, diagonal_aim)) +
                           (arriving(rows.south, rises.south, x - 1, diagonal_aim) +
                            arriving(rows.south, rises.south, x + 1, diagonal_aim));
    out[x] = rows.middle[x] + (axis * axis_rate + diagonal * diagonal_rate);
  }
}

}  // namespace weald::terrain::detail
