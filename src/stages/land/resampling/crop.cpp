#include "stages/land/resampling/crop.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"

namespace weald::resampling {

namespace {

constexpr double kRounding = 1e-6;  // of a cell: a sample that lies on the border is not lost by rounding

struct Span {
  double first, count;
};

/// The samples of an axis from `low` to `high` metres. Pre: cell > 0.
Span samples_between(double low, double high, double origin, double cell) {
  const double first = std::ceil((low - origin) / cell - kRounding);
  return {first, std::floor((high - origin) / cell + kRounding) - first + 1};
}

}  // namespace

Region cropped(const CropParams& params, const GridSpec& grid) {
  Span x{}, y{};
  const char* key = "samples";
  if (params.samples) {
    const auto& [column, row, width, height] = *params.samples;
    x = {static_cast<double>(column), static_cast<double>(width)};
    y = {static_cast<double>(row), static_cast<double>(height)};
  } else {
    const auto& [west, north, width, depth] = params.metres.value();
    x = samples_between(west, west + width, grid.origin.x, grid.cell_size);
    y = samples_between(north, north + depth, grid.origin.y, grid.cell_size);
    key = "metres";
  }
  if (x.first < 0 || y.first < 0 || x.first + x.count > grid.width || y.first + y.count > grid.height) {
    const Vec2 end = grid.position(grid.width - 1, grid.height - 1);
    throw StageError(fmt::format("the window does not lie inside the map of {} x {} samples, x {} to {} m and z {} to "
                                 "{} m",
                                 grid.width, grid.height, grid.origin.x, end.x, grid.origin.y, end.y),
                     key);
  }
  if (x.count < 2 || y.count < 2) throw StageError("the window has fewer than 2 x 2 samples", key);
  return {static_cast<int>(x.first), static_cast<int>(y.first), static_cast<int>(x.count), static_cast<int>(y.count)};
}

GridSpec Crop::grid(const Params& params, const InputGrids& inputs) {
  const GridSpec& from = inputs[params.from];
  const Region window = cropped(params, from);
  return {window.width, window.height, from.cell_size, from.position(window.x, window.y)};
}

FieldKernel Crop::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&,
                         const InputGrids& grids) {
  const Region crop = cropped(params, grids[params.from]);
  FieldKernel kernel;
  kernel.needs = [crop](std::string_view, const Region& out) {
    return Region{crop.x + out.x, crop.y + out.y, out.width, out.height};
  };
  kernel.fill = [params, crop](const FieldWindow& window) {
    const HeightView& from = window.inputs[params.from];
    const Region& region = window.out.region;
    for (int y = region.y; y < region.y + region.height; ++y)
      std::copy_n(from.row(crop.y + y) + crop.x + region.x, region.width, window.out.row(y) + region.x);
  };
  return kernel;
}

}  // namespace weald::resampling

void weald::schema::Schema<weald::resampling::CropParams>::check(const P& params, Checker& checker) {
  if (params.samples.has_value() == params.metres.has_value())
    return checker.error(params.samples ? "metres" : "samples", "give one of 'samples' and 'metres', but not both");
  if (params.samples && ((*params.samples)[2] < 2 || (*params.samples)[3] < 2))
    checker.error("samples", "the window has fewer than 2 x 2 samples");
  if (params.metres && !((*params.metres)[2] > 0 && (*params.metres)[3] > 0))
    checker.error("metres", "the width and the depth of the window must be greater than 0");
}
