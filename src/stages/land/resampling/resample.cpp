#include "stages/land/resampling/resample.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace weald::resampling {

namespace {

raster::SampleAxis columns_of(const GridSpec& grid) { return {grid.origin.x, grid.cell_size, grid.width}; }
raster::SampleAxis rows_of(const GridSpec& grid) { return {grid.origin.y, grid.cell_size, grid.height}; }

/// Weights of the input's columns and rows in those of the result.
struct Taps {
  raster::AxisTaps across, down;

  Taps(const GridSpec& from, const GridSpec& to, raster::Interpolation interpolation)
      : across(columns_of(from), columns_of(to), interpolation), down(rows_of(from), rows_of(to), interpolation) {}
};

/// The samples that those from `begin` to `end` of an axis depend on.
std::pair<int, int> span_of(const raster::AxisTaps& taps, int begin, int end) {
  int first = taps.first(begin), last = first;
  for (int i = begin; i < end; ++i) {
    first = std::min(first, taps.first(i));
    last = std::max(last, taps.first(i) + static_cast<int>(taps.weights(i).size()) - 1);
  }
  return {first, last};
}

Region needed(const Taps& taps, const Region& out) {
  if (out.width == 0 || out.height == 0) return {};
  const auto [x0, x1] = span_of(taps.across, out.x, out.x + out.width);
  const auto [y0, y1] = span_of(taps.down, out.y, out.y + out.height);
  return {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

/// Rows of the input, resampled along x and kept as long as rows of the result may need them.
class RowCache {
 public:
  RowCache(const Taps& taps, const HeightView& from, const Region& out)
      : taps_(taps), from_(from), out_(out), slots_(static_cast<std::size_t>(taps.down.longest())) {}

  const std::vector<double>& row(int y) {
    Slot& slot = slots_[static_cast<std::size_t>(y) % slots_.size()];
    if (slot.row != y) {
      slot.row = y;
      slot.heights.resize(static_cast<std::size_t>(out_.width));
      const float* in = from_.row(y);
      for (int x = out_.x; x < out_.x + out_.width; ++x) {
        const float* at = in + taps_.across.first(x);
        double sum = 0;
        for (const double weight : taps_.across.weights(x)) sum += weight * *at++;
        slot.heights[static_cast<std::size_t>(x - out_.x)] = sum;
      }
    }
    return slot.heights;
  }

 private:
  struct Slot {
    int row = -1;
    std::vector<double> heights;
  };
  const Taps& taps_;
  const HeightView& from_;
  Region out_;
  std::vector<Slot> slots_;
};

void fill_resampled(const Taps& taps, const HeightView& from, const std::optional<double>& outside,
                    const MutableHeightView& out) {
  const Region& region = out.region;
  RowCache rows(taps, from, region);
  std::vector<double> sums(static_cast<std::size_t>(region.width));
  for (int y = region.y; y < region.y + region.height; ++y) {
    std::fill(sums.begin(), sums.end(), 0.0);
    int source = taps.down.first(y);
    for (const double weight : taps.down.weights(y)) {
      const std::vector<double>& heights = rows.row(source++);
      for (std::size_t x = 0; x < sums.size(); ++x) sums[x] += weight * heights[x];
    }
    float* line = out.row(y) + region.x;
    for (std::size_t x = 0; x < sums.size(); ++x) line[x] = static_cast<float>(sums[x]);
    if (!outside) continue;
    for (int x = region.x; x < region.x + region.width; ++x) {
      if (!taps.down.is_inside(y) || !taps.across.is_inside(x)) out.at(x, y) = static_cast<float>(*outside);
    }
  }
}

}  // namespace

FieldKernel Resample::kernel(const Params& params, const schema::Inputs&, const GridSpec& grid, const RunContext&,
                             const InputGrids& grids) {
  const auto taps = std::make_shared<const Taps>(grids[params.from], grid, params.interpolation);
  FieldKernel kernel;
  kernel.needs = [taps, from = params.from.stage](std::string_view stage, const Region& out) {
    return stage == from ? needed(*taps, out) : Region{};  // of 'like', only the grid
  };
  kernel.fill = [params, taps](const FieldWindow& window) {
    fill_resampled(*taps, window.inputs[params.from], params.outside, window.out);
  };
  return kernel;
}

}  // namespace weald::resampling

void weald::schema::Schema<weald::resampling::ResampleParams>::check(const P& params, Checker& checker) {
  if (!resampling::changes_grid(params))
    checker.error("size", "the new grid is not given", "add 'size', 'cell_size', 'origin' or 'like'");
  resampling::check_target_grid(params, checker);
}
