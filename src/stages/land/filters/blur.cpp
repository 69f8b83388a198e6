#include "stages/land/filters/blur.h"

#include <algorithm>
#include <memory>

#include "base/math/math.h"
#include "stages/land/filters/detail/bilateral.h"
#include "stages/land/filters/detail/filter_radius.h"
#include "stages/land/filters/detail/smoother.h"

namespace weald::filters {

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
