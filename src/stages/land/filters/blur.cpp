#include "stages/land/filters/blur.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "base/math/math.h"
#include "stages/land/filters/detail/filter_kernels.h"
#include "stages/land/filters/detail/filter_radius.h"
#include "stages/land/filters/detail/smoother.h"

namespace weald::filters {

namespace {

/// Largest standard deviation of a bilateral filter, in samples.
constexpr int kMostBilateral = 64;
/// Distance at which a bilateral filter is truncated, in standard deviations.
constexpr double kBilateralReach = 2;

constexpr int kTileSide = 128;  // samples; the tile and its surroundings stay in the cache

/// Distance, in samples, of the farthest samples that a value depends on.
int bilateral_reach(double sigma) { return static_cast<int>(std::floor(kBilateralReach * sigma)); }

/// The neighbours within reach, row by row, in a window whose rows are `stride` samples apart.
std::vector<detail::Tap> taps_of(double sigma, std::ptrdiff_t stride) {
  const int reach = bilateral_reach(sigma);
  const double farthest = kBilateralReach * sigma;
  std::vector<detail::Tap> taps;
  for (int y = -reach; y <= reach; ++y) {
    for (int x = -reach; x <= reach; ++x) {
      const double squared = static_cast<double>(x * x + y * y);
      if ((x == 0 && y == 0) || squared > farthest * farthest) continue;
      taps.push_back({y * stride + x, math::exp(-0.5 * squared / (sigma * sigma))});
    }
  }
  return taps;
}

/// Calls `take` for each row of `region`, from north to south, with its heights after a bilateral filter: the mean of
/// the samples within kBilateralReach, weighted by a Gaussian of the distance (standard deviation `sigma`, in samples)
/// and by Tukey's biweight of the height difference, (1 - (d / threshold)^2)^2, 0 from the threshold in metres on.
/// Beyond the border of the grid the nearest sample counts. Pre: 0 <= sigma <= kMostBilateral, threshold > 0; `heights`
/// has the samples within reach that lie in the grid. Source: [tomasi1998], [durand2002] for the biweight.
void bilateral(double sigma, double threshold, const FieldWindow& window, const HeightView& heights,
               const TakeRow& take) {
  const GridSpec& grid = window.grid;
  const Region& region = window.out.region;
  const int reach = bilateral_reach(sigma);
  const std::ptrdiff_t stride = std::min(kTileSide, region.width) + 2 * reach;
  const std::vector<detail::Tap> taps = taps_of(sigma, stride);
  const int rows_at_once = std::min(kTileSide, region.height);
  std::vector<float> tile(static_cast<std::size_t>(stride) * static_cast<std::size_t>(rows_at_once + 2 * reach));
  std::vector<double> result(static_cast<std::size_t>(region.width) * static_cast<std::size_t>(rows_at_once));
  for (int top = region.y; top < region.y + region.height; top += rows_at_once) {
    const int rows = std::min(rows_at_once, region.y + region.height - top);
    for (int left = region.x; left < region.x + region.width; left += kTileSide) {
      const int columns = std::min(kTileSide, region.x + region.width - left);
      for (int y = -reach; y < rows + reach; ++y) {
        const float* from = heights.row(std::clamp(top + y, 0, grid.height - 1));
        float* to = tile.data() + (y + reach) * stride;
        for (int x = -reach; x < columns + reach; ++x) to[x + reach] = from[std::clamp(left + x, 0, grid.width - 1)];
      }
      for (int y = 0; y < rows; ++y) {
        double* to = result.data() + static_cast<std::ptrdiff_t>(y) * region.width + (left - region.x);
        detail::bilateral_row(taps, 1 / threshold, tile.data() + (y + reach) * stride + reach,
                              static_cast<std::size_t>(columns), to);
      }
    }
    for (int y = 0; y < rows; ++y) take(top + y, result.data() + static_cast<std::ptrdiff_t>(y) * region.width);
  }
}

}  // namespace

GridSpec Blur::grid(const Params& params, const InputGrids& inputs) {
  const GridSpec& grid = inputs[params.from];
  const double samples = radius_in_samples(params.radius, grid.cell_size);
  switch (params.method) {
    case BlurMethod::gaussian: check_radius(samples, kMostGaussian, "a gaussian blur"); break;
    case BlurMethod::box: check_radius(samples, kMostBox, "a box blur"); break;
    case BlurMethod::bilateral: check_radius(samples, kMostBilateral, "a bilateral blur"); break;
  }
  return grid;
}

Estimate Blur::estimate(const Params& params, const schema::Estimates& inputs) {
  constexpr double kTap = 2.5e-10;  // seconds for a neighbour
  const Estimate& from = inputs[params.from];
  if (!from.grid) return {};
  Estimate result = Estimate::of_heightmap(*from.grid);
  const double samples = radius_in_samples(params.radius, from.grid->cell_size);
  if (params.method == BlurMethod::bilateral)
    result.seconds = result.pixels * (math::kPi * kBilateralReach * kBilateralReach * samples * samples * kTap);
  if (params.method == BlurMethod::gaussian) result.seconds = result.pixels * (2 * kGaussianReach * samples * kTap);
  result.cause = "radius";
  return result;
}

FieldKernel Blur::kernel(const Params& params, const schema::Inputs&, const GridSpec& grid, const RunContext&) {
  const double samples = radius_in_samples(params.radius, grid.cell_size);
  const auto into = [](const FieldWindow& window) {
    return [&window](int y, const double* values) {
      float* out = window.out.row(y) + window.out.region.x;
      std::transform(values, values + window.out.region.width, out, [](double v) { return static_cast<float>(v); });
    };
  };
  if (params.method == BlurMethod::bilateral) {
    return {.radius = bilateral_reach(samples), .fill = [params, samples, into](const FieldWindow& window) {
              bilateral(samples, params.threshold, window, window.inputs[params.from], into(window));
            }};
  }
  const auto smoother = std::make_shared<const Smoother>(
      params.method == BlurMethod::box ? Smoother::box(samples) : Smoother::gaussian(samples));
  return {.radius = smoother->reach(), .fill = [params, smoother, into](const FieldWindow& window) {
            smoother->smooth(window.inputs[params.from], window.grid, window.out.region, into(window));
          }};
}

}  // namespace weald::filters

void weald::schema::Schema<weald::filters::BlurParams>::check(const P& params, Checker& checker) {
  if (params.method != weald::filters::BlurMethod::bilateral && checker.given("threshold"))
    checker.error("threshold", "'threshold' is used with 'method: bilateral' only");
}
