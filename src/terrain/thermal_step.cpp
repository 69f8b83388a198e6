#include "terrain/thermal_step.h"

#include <algorithm>
#include <limits>

namespace weald::terrain::detail {

namespace {

// The weights of the isotropic nine-point Laplacian, scaled to sum to one over the eight neighbours.
constexpr float kAxisWeight = 0.2f;
constexpr float kDiagonalWeight = 0.05f;

constexpr Talus kNoNeighbour{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};

void step_ends_and_middle(const RowStep& step, int width) {
  const float closed = kNoNeighbour.axis;
  const int last = width - 1;
  step_sample(step, 0, 0, std::min(1, last), closed, last > 0 ? 0 : closed);
  if (last == 0) return;
  step_inner_samples(step, width);
  step_sample(step, last - 1, last, last, 0, closed);
}

}  // namespace

void step_row_of(const Grid<float>& heights, int y, const Talus& talus, float rate, float* out) {
  const int height = heights.height();
  const float* middle = heights.row(y).data();
  step_ends_and_middle({.north = y > 0 ? heights.row(y - 1).data() : middle,
                        .middle = middle,
                        .south = y + 1 < height ? heights.row(y + 1).data() : middle,
                        .out = out,
                        .to_north = y > 0 ? talus : kNoNeighbour,
                        .to_south = y + 1 < height ? talus : kNoNeighbour,
                        .in_row = talus,
                        .axis_rate = rate * kAxisWeight,
                        .diagonal_rate = rate * kDiagonalWeight},
                       heights.width());
}

void step_row_of(const Grid<float>& heights, const Grid<float>& rises, float aim, int y, float rate, float* out) {
  const int width = heights.width();
  const auto arriving = [&](int x, int nx, int ny, float stretch) {
    if (nx < 0 || nx >= width || ny < 0 || ny >= heights.height()) return 0.0f;
    const float difference = heights.at(nx, ny) - heights.at(x, y);
    const float talus = (rises.at(nx, ny) + rises.at(x, y)) * stretch;
    return difference - std::min(std::max(difference, -talus), talus);
  };
  const float diagonal_stretch = aim * kDiagonalRise;
  for (int x = 0; x < width; ++x) {
    const float axis = (arriving(x, x, y - 1, aim) + arriving(x, x, y + 1, aim)) +
                       (arriving(x, x - 1, y, aim) + arriving(x, x + 1, y, aim));
    const float diagonal = (arriving(x, x - 1, y - 1, diagonal_stretch) + arriving(x, x + 1, y - 1, diagonal_stretch)) +
                           (arriving(x, x - 1, y + 1, diagonal_stretch) + arriving(x, x + 1, y + 1, diagonal_stretch));
    out[x] = heights.at(x, y) + (axis * (rate * kAxisWeight) + diagonal * (rate * kDiagonalWeight));
  }
}

}  // namespace weald::terrain::detail
