#include "stages/land/resampling/warp.h"

#include <string_view>

#include "base/math/clamped.h"

namespace weald::resampling {

namespace {

void fill_warped(const WarpParams& params, const FieldWindow& window) {
  const GridSpec& grid = window.grid;
  const HeightView& from = window.inputs[params.from];
  const schema::DrivenSamples x_field = driven_samples(window.inputs, params.x),
                              z_field = driven_samples(window.inputs, params.z),
                              strength = driven_samples(window.inputs, params.strength);
  const double most = params.max.value_or(1e12);
  const Region& region = window.out.region;
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x) {
      const double factor = strength.at(x, y);
      const Vec2 displacement{clamped(factor * x_field.at(x, y), -most, most),
                              clamped(factor * z_field.at(x, y), -most, most)};
      const Vec2 off = displacement / grid.cell_size;
      const Vec2 place{raster::snapped(x + off.x), raster::snapped(y + off.y)};
      window.out.at(x, y) =
          static_cast<float>(params.outside && is_outside(grid, place)
                                 ? *params.outside
                                 : raster::sample_at(from, grid.width, grid.height, place, params.interpolation));
    }
  }
}

}  // namespace

GridSpec Warp::grid(const Params& params, const InputGrids& inputs) {
  const GridSpec& grid = inputs[params.from];
  require_same_grid(grid, inputs, params.x, "x");
  require_same_grid(grid, inputs, params.z, "z");
  require_same_grid(grid, inputs, params.strength, "strength");
  return grid;
}

FieldKernel Warp::kernel(const Params& params, const schema::Inputs&, const GridSpec& grid, const RunContext&) {
  FieldKernel kernel;
  kernel.needs = [grid, from = params.from.stage, max = params.max](std::string_view stage, const Region& out) {
    if (stage != from) return out;
    if (!max) return Region{0, 0, grid.width, grid.height};
    const double reach = *max / grid.cell_size;
    return region_around(Vec2{out.x - reach, out.y - reach},
                         Vec2{out.x + out.width - 1 + reach, out.y + out.height - 1 + reach}, grid);
  };
  kernel.fill = [params](const FieldWindow& window) { fill_warped(params, window); };
  return kernel;
}

}  // namespace weald::resampling

void weald::schema::Schema<weald::resampling::WarpParams>::check(const P& params, Checker& checker) {
  const auto is_zero = [](const schema::Driven& driven) { return !driven.given() && driven.value == 0; };
  if (is_zero(params.x) && is_zero(params.z) && !checker.given("x") && !checker.given("z"))
    checker.error("x", "there is no displacement: give 'x' or 'z'");
}
