#include "stages/land/filters/detail/smoother.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/math/math.h"
#include "stages/land/filters/detail/filter_kernels.h"

namespace weald::filters {

namespace {

constexpr int kBlockRows = 64;      // rows whose means along columns are stored at once
constexpr int kStripColumns = 512;  // of which the rows around a row stay in the cache

std::size_t size(int count) { return static_cast<std::size_t>(count); }

/// First number of the block of `length` numbers that `index` lies in; the blocks are counted from 0, so they do not
/// depend on the window.
int block_start(int index, int length) {
  const int rest = index % length;
  return index - (rest < 0 ? rest + length : rest);
}

/// Sums of the elements i - m to i + m, for `count` elements i from `first` on. An element has `width` values, and
/// add(i, sums) adds it to others. Each sum is one of the end of a block of 2 m + 1 elements and one of the start of
/// the next: three additions, whatever m is, and no subtraction, whose error would depend on where a running sum began.
/// Source: [vanherk1992], for sums in place of maxima.
template <class Add>
void box_sums(int first, int count, int m, std::size_t width, const Add& add, double* out) {
  const int length = 2 * m + 1;
  std::vector<double> sums(width);
  const int last_start = first + count - 1 - m;
  const int last_end = block_start(last_start, length) + length - 1;
  for (int i = last_end; i >= first - m; --i) {
    if (i == block_start(i, length) + length - 1) std::ranges::fill(sums, 0.0);
    add(i, sums.data());
    if (i <= last_start) std::ranges::copy(sums, out + size(i - (first - m)) * width);
  }
  for (int i = block_start(first + m, length); i <= first + count - 1 + m; ++i) {
    const bool starts_block = i == block_start(i, length);
    if (starts_block) std::ranges::fill(sums, 0.0);
    add(i, sums.data());
    const bool is_whole_block = block_start(i - 2 * m, length) == i - 2 * m;  // the first loop has its sum
    if (i < first + m || is_whole_block) continue;
    double* row = out + size(i - m - first) * width;
    for (std::size_t x = 0; x < width; ++x) row[x] += sums[x];
  }
}

/// The row of the grid that counts at `y`.
const float* row_at(const HeightView& heights, const GridSpec& grid, int y) {
  return heights.row(std::clamp(y, 0, grid.height - 1));
}

}  // namespace

std::vector<double> gaussian_weights(double sigma) {
  const int reach = static_cast<int>(std::ceil(kGaussianReach * sigma));
  std::vector<double> weights{1};
  double sum = 1;
  for (int k = 1; k <= reach; ++k) {
    const double share = k / sigma;
    weights.push_back(math::exp(-0.5 * share * share));
    sum += 2 * weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

Smoother Smoother::gaussian(double sigma) {
  Smoother result;
  result.weights_ = gaussian_weights(sigma);
  result.reach_ = static_cast<int>(result.weights_.size()) - 1;
  return result;
}

Smoother Smoother::box(double half) {
  Smoother result;
  result.whole_ = static_cast<int>(std::floor(half));
  result.edge_ = half - result.whole_;
  result.reach_ = result.whole_ + (result.edge_ > 0 ? 1 : 0);
  return result;
}

void Smoother::weigh_columns(const HeightView& heights, const GridSpec& grid, const Region& region, double* out) const {
  std::vector<const float*> rows(2 * size(reach_) + 1);
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int k = -reach_; k <= reach_; ++k) rows[size(k + reach_)] = row_at(heights, grid, y + k) + region.x;
    detail::weigh_rows(weights_, rows, size(region.width), out + size(y - region.y) * size(region.width));
  }
}

void Smoother::box_columns(const HeightView& heights, const GridSpec& grid, const Region& region, double* out) const {
  const std::size_t width = size(region.width);
  const auto add = [&](int y, double* sums) {
    const float* row = row_at(heights, grid, y) + region.x;
    for (std::size_t x = 0; x < width; ++x) sums[x] += static_cast<double>(row[x]);
  };
  box_sums(region.y, region.height, whole_, width, add, out);
  const double total = 1 + 2 * whole_ + 2 * edge_;
  for (int y = region.y; y < region.y + region.height; ++y) {
    double* row = out + size(y - region.y) * width;
    const float* before = row_at(heights, grid, y - reach_) + region.x;
    const float* after = row_at(heights, grid, y + reach_) + region.x;
    for (std::size_t x = 0; x < width; ++x) {
      const double edges = edge_ > 0 ? edge_ * (static_cast<double>(before[x]) + static_cast<double>(after[x])) : 0.0;
      row[x] = (row[x] + edges) / total;
    }
  }
}

void Smoother::along_columns(const HeightView& heights, const GridSpec& grid, const Region& region, double* out) const {
  std::vector<double> strip(size(std::min(region.width, kStripColumns)) * size(region.height));
  for (int x = 0; x < region.width; x += kStripColumns) {
    const int width = std::min(kStripColumns, region.width - x);
    const Region part{region.x + x, region.y, width, region.height};
    if (weights_.empty())
      box_columns(heights, grid, part, strip.data());
    else
      weigh_columns(heights, grid, part, strip.data());
    for (int y = 0; y < region.height; ++y)
      std::copy_n(strip.data() + size(y) * size(width), width, out + size(y) * size(region.width) + x);
  }
}

void Smoother::along_line(const double* line, int first, int count, double* out) const {
  if (!weights_.empty()) return detail::weigh_line(weights_, line, size(count), out);
  const auto add = [&](int i, double* sum) { *sum += line[i - first]; };
  box_sums(first, count, whole_, 1, add, out);
  const double total = 1 + 2 * whole_ + 2 * edge_;
  for (int i = 0; i < count; ++i) {
    const double edges = edge_ > 0 ? edge_ * (line[i - reach_] + line[i + reach_]) : 0.0;
    out[i] = (out[i] + edges) / total;
  }
}

void Smoother::smooth(const HeightView& heights, const GridSpec& grid, const Region& region,
                      const TakeRow& take) const {
  const int west = std::max(0, region.x - reach_);
  const int columns = std::min(grid.width, region.x + region.width + reach_) - west;
  const int rows_at_once = std::min(region.height, kBlockRows);
  std::vector<double> means(size(rows_at_once) * size(columns)), result(size(region.width));
  std::vector<double> line(size(region.width) + 2 * size(reach_));
  for (int y = region.y; y < region.y + region.height; y += rows_at_once) {
    const int rows = std::min(rows_at_once, region.y + region.height - y);
    along_columns(heights, grid, {west, y, columns, rows}, means.data());
    for (int row = 0; row < rows; ++row) {
      const double* mean = means.data() + size(row) * size(columns);
      const int start = region.x - reach_ - west;  // negative where the line begins beyond the border
      for (std::size_t i = 0; i < line.size(); ++i)
        line[i] = mean[std::clamp(start + static_cast<int>(i), 0, columns - 1)];
      along_line(line.data() + reach_, region.x, region.width, result.data());
      take(y + row, result.data());
    }
  }
}

}  // namespace weald::filters
