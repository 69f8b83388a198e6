#include "stages/land/filters/sharpen.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "stages/land/filters/detail/filter_radius.h"
#include "stages/land/filters/detail/smoother.h"

namespace weald::filters {

double sharpened(const SharpenParams& params, double height, double smooth) {
  const double detail = height - smooth;
  // Lowered rather than cut off: a detail that just exceeds the threshold must not leave a cliff around it.
  const double rest = std::copysign(std::max(std::abs(detail) - params.threshold, 0.0), detail);
  return height + params.amount * rest;
}

GridSpec Sharpen::grid(const Params& params, const InputGrids& inputs) {
  const GridSpec& grid = inputs[params.from];
  check_radius(radius_in_samples(params.radius, grid.cell_size), kMostGaussian, "a sharpening");
  return grid;
}

FieldKernel Sharpen::kernel(const Params& params, const schema::Inputs&, const GridSpec& grid, const RunContext&) {
  const auto smoother =
      std::make_shared<const Smoother>(Smoother::gaussian(radius_in_samples(params.radius, grid.cell_size)));
  return {.radius = smoother->reach(), .fill = [params, smoother](const FieldWindow& window) {
            const HeightView& heights = window.inputs[params.from];
            const Region& region = window.out.region;
            smoother->smooth(heights, window.grid, region, [&](int y, const double* smooth) {
              for (int x = 0; x < region.width; ++x) {
                const double height = heights.at(region.x + x, y);
                window.out.at(region.x + x, y) = static_cast<float>(sharpened(params, height, smooth[x]));
              }
            });
          }};
}

}  // namespace weald::filters
