#include "methods/raster/resample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/parallel.h"

namespace weald::render {

namespace {

constexpr std::size_t kRowsPerBlock = 16;

double catmull_rom(double x) {
  const double t = std::abs(x);
  if (t >= 2.0) return 0.0;
  return t < 1.0 ? 1.0 + t * t * (1.5 * t - 2.5) : 2.0 + t * (-4.0 + t * (2.5 - 0.5 * t));
}

// Weights of the source samples that contribute to a new sample; indices may lie beyond the border.
struct Taps {
  int first = 0;
  std::vector<double> weights;
};

// Adjusts the weights so that they sum to 1 and their first moment about the centre vanishes; constants and linear
// slopes are then reproduced exactly. The correction is distributed in proportion to the weights' magnitudes.
void balance(std::vector<double>& weights, double first_offset) {
  double sum = 0, moment = 0, a = 0, b = 0, c = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double offset = first_offset + static_cast<double>(i), size = std::abs(weights[i]);
    sum += weights[i];
    moment += weights[i] * offset;
    a += size;
    b += size * offset;
    c += size * offset * offset;
  }
  const double determinant = a * c - b * b;
  if (!(determinant > 1e-12 * a * a)) {  // a single sample
    for (double& weight : weights) weight /= sum;
    return;
  }
  const double level = ((1.0 - sum) * c + moment * b) / determinant,
               tilt = (-moment * a - (1.0 - sum) * b) / determinant;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] += std::abs(weights[i]) * (level + tilt * (first_offset + static_cast<double>(i)));
  }
}

std::vector<Taps> taps_of(const AxisSamples& axis) {
  std::vector<Taps> taps(static_cast<std::size_t>(axis.count));
  const double widening = std::max(1.0, axis.step);
  for (int i = 0; i < axis.count; ++i) {
    Taps& tap = taps[static_cast<std::size_t>(i)];
    const double centre = axis.start + axis.step * i;
    tap.first = static_cast<int>(std::ceil(centre - 2.0 * widening));
    const int last = static_cast<int>(std::floor(centre + 2.0 * widening));
    for (int s = tap.first; s <= last; ++s) tap.weights.push_back(catmull_rom((s - centre) / widening));
    balance(tap.weights, tap.first - centre);
  }
  return taps;
}

// Value at an index that may lie beyond the border, where samples are reflected through the end sample.
template <class At>
double continued(int index, int count, At&& at) {
  const int last = count - 1;
  if (index >= 0 && index <= last) return at(index);
  const int end = index < 0 ? 0 : last;
  return 2.0 * at(end) - at(std::clamp(2 * end - index, 0, last));
}

}  // namespace

AxisSamples pixel_centres(int source, int count) {
  const double step = static_cast<double>(source) / count;
  return {0.5 * step - 0.5, step, count};
}

AxisSamples end_to_end(int source, int count) { return {0.0, (source - 1.0) / (count - 1.0), count}; }

Heightmap resample(const Heightmap& map, const AxisSamples& columns, const AxisSamples& rows) {
  const std::vector<Taps> across = taps_of(columns), down = taps_of(rows);
  Grid<double> wide(columns.count, map.height());
  parallel_blocks(static_cast<std::size_t>(map.height()), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const auto row = map.heights.row(y);
      for (int x = 0; x < columns.count; ++x) {
        const Taps& tap = across[static_cast<std::size_t>(x)];
        double sum = 0.0;
        for (std::size_t k = 0; k < tap.weights.size(); ++k) {
          sum += tap.weights[k] * continued(tap.first + static_cast<int>(k), map.width(), [&](int i) {
                   return static_cast<double>(row[static_cast<std::size_t>(i)]);
                 });
        }
        wide.at(x, y) = sum;
      }
    }
  });
  Heightmap result;
  result.heights = Grid<float>(columns.count, rows.count);
  result.cell_size = map.cell_size * columns.step;
  result.origin = map.grid().position(columns.start, rows.start);
  parallel_blocks(static_cast<std::size_t>(rows.count), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const Taps& tap = down[static_cast<std::size_t>(y)];
      for (int x = 0; x < columns.count; ++x) {
        double sum = 0.0;
        for (std::size_t k = 0; k < tap.weights.size(); ++k) {
          sum += tap.weights[k] *
                 continued(tap.first + static_cast<int>(k), map.height(), [&](int i) { return wide.at(x, i); });
        }
        result.heights.at(x, y) = static_cast<float>(sum);
      }
    }
  });
  return result;
}

namespace {

// Running means along the rows of `in`, written transposed; calling it twice averages along both axes.
Grid<float> row_mean_transposed(const Grid<float>& in, int radius) {
  Grid<float> out(in.height(), in.width());
  parallel_blocks(static_cast<std::size_t>(in.height()), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const int last = in.width() - 1;
      const auto at = [&](int x) { return static_cast<double>(in.at(std::clamp(x, 0, last), y)); };
      double sum = 0.0;
      for (int x = -radius; x <= radius; ++x) sum += at(x);
      for (int x = 0; x <= last; ++x) {
        out.at(y, x) = static_cast<float>(sum / (2.0 * radius + 1.0));
        sum += at(x + radius + 1) - at(x - radius);
      }
    }
  });
  return out;
}

}  // namespace

Grid<float> box_mean(const Grid<float>& heights, int radius) {
  return row_mean_transposed(row_mean_transposed(heights, radius), radius);
}

namespace {

// The gradient of three rows of three samples: `x` is the middle column, `west` and `east` are its neighbours, and the
// runs are those of all four differences together.
Vec2f horn_gradient_of(const std::array<const float*, 3>& rows, int west, int x, int east, double run_x, double run_y) {
  const auto z = [&](int column, std::size_t row) { return static_cast<double>(rows[row][column]); };
  const double right = z(east, 0) + 2.0 * z(east, 1) + z(east, 2), left = z(west, 0) + 2.0 * z(west, 1) + z(west, 2);
  const double south = z(west, 2) + 2.0 * z(x, 2) + z(east, 2), north = z(west, 0) + 2.0 * z(x, 0) + z(east, 0);
  return {static_cast<float>((right - left) / run_x), static_cast<float>((south - north) / run_y)};
}

}  // namespace

Vec2f horn_gradient(const Grid<float>& heights, int x, int y, double cell_size) {
  const int w = heights.width() - 1, h = heights.height() - 1;
  const int x0 = std::max(x - 1, 0), x1 = std::min(x + 1, w), y0 = std::max(y - 1, 0), y1 = std::min(y + 1, h);
  return horn_gradient_of({heights.row(y0).data(), heights.row(y).data(), heights.row(y1).data()}, x0, x, x1,
                          4.0 * cell_size * std::max(1, x1 - x0), 4.0 * cell_size * std::max(1, y1 - y0));
}

void horn_gradients(const Grid<float>& heights, int y, double cell_size, std::span<Vec2f> gradients) {
  const int w = heights.width() - 1, h = heights.height() - 1;
  const int y0 = std::max(y - 1, 0), y1 = std::min(y + 1, h);
  const std::array<const float*, 3> rows{heights.row(y0).data(), heights.row(y).data(), heights.row(y1).data()};
  const double run_x = 4.0 * cell_size * 2, run_y = 4.0 * cell_size * std::max(1, y1 - y0);
  for (int x = 1; x < w; ++x)
    gradients[static_cast<std::size_t>(x)] = horn_gradient_of(rows, x - 1, x, x + 1, run_x, run_y);
  for (const int x : {0, w}) gradients[static_cast<std::size_t>(x)] = horn_gradient(heights, x, y, cell_size);
}

double rms_slope(const Heightmap& map) {
  if (map.heights.empty()) return 0.0;
  double sum = 0.0;  // summed in row order on one thread, so that the result does not depend on the number of threads
  std::vector<Vec2f> slopes(static_cast<std::size_t>(map.width()));
  for (int y = 0; y < map.height(); ++y) {
    horn_gradients(map.heights, y, map.cell_size, slopes);
    for (const Vec2f& at : slopes) {
      const Vec2 slope{at};
      sum += glm::dot(slope, slope);
    }
  }
  return std::sqrt(sum / static_cast<double>(map.heights.size()));
}

}  // namespace weald::render
