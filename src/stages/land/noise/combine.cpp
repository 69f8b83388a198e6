#include "stages/land/noise/combine.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/math/clamped.h"
#include "base/math/math.h"

namespace weald::noise {

double combine(CombineOperation operation, double a, double b, double smoothing) {
  // Amount by which smoothing rounds off the corner, for a difference |a - b| below the smoothing width.
  const auto rounding = [&] {
    if (!(smoothing > 0)) return 0.0;
    const double h = std::max(smoothing - std::abs(a - b), 0.0) / smoothing;
    return h * h * smoothing * 0.25;
  };
  switch (operation) {
    case CombineOperation::add: return a + b;
    case CombineOperation::subtract: return a - b;
    case CombineOperation::multiply: return a * b;
    case CombineOperation::divide: return a / b;
    case CombineOperation::power: return math::pow(a, b);
    case CombineOperation::difference: return std::abs(a - b);
    case CombineOperation::min: return std::min(a, b) - rounding();
    case CombineOperation::max: return std::max(a, b) + rounding();
    case CombineOperation::blend: return b;
  }
  return a;
}

GridSpec Combine::grid(const Params& params, const InputGrids& inputs) {
  const GridSpec& grid = inputs[params.from];
  require_same_grid(grid, inputs, params.with, "with");
  require_same_grid(grid, inputs, params.mask, "mask");
  require_same_grid(grid, inputs, params.smoothing, "smoothing");
  return grid;
}

FieldKernel Combine::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  return {.radius = 0, .fill = [params](const FieldWindow& window) {
            const HeightView& first = window.inputs[params.from];
            const HeightView* second = window.inputs.maybe(params.with);
            const HeightView* mask = window.inputs.maybe(params.mask);
            const schema::DrivenSamples smoothing = driven_samples(window.inputs, params.smoothing);
            const double constant = params.value.value_or(0.0);
            const Region& region = window.out.region;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x) {
                const double a = first.at(x, y);
                double result =
                    combine(params.operation, a, second != nullptr ? second->at(x, y) : constant, smoothing.at(x, y));
                if (mask != nullptr) {
                  const double share = clamped<double>(mask->at(x, y), 0.0, 1.0);
                  result = share > 0 || std::isfinite(result) ? a * (1 - share) + result * share : a;
                }
                window.out.at(x, y) = static_cast<float>(result);
              }
            }
          }};
}

}  // namespace weald::noise

void weald::schema::Schema<weald::noise::CombineParams>::check(const P& params, Checker& checker) {
  using Op = weald::noise::CombineOperation;
  if (params.with.given() == params.value.has_value()) {
    checker.error(params.value ? "value" : "with", "give one of 'with' and 'value', but not both");
  }
  if (params.operation == Op::divide && params.value && *params.value == 0)
    checker.error("value", "the heights cannot be divided by 0");
  if (params.operation == Op::blend && !params.mask.given()) {
    checker.error("operation", "'blend' needs a mask", "add 'mask: <stage>', a heightmap of values between 0 and 1");
  }
  if ((params.smoothing.given() || params.smoothing.value > 0) && params.operation != Op::min &&
      params.operation != Op::max) {
    checker.error("smoothing", "'smoothing' is used with min and max only");
  }
}
