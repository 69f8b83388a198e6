#include "stages/land/noise/remap.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "stages/land/noise/curve_params.h"
#include "stages/land/noise/grid_params.h"

namespace weald::noise {

double terrace(double t, int steps, double sharpness) {
  const double scaled = t * steps;
  const double shelf = std::floor(scaled);
  const double rest = scaled - shelf;
  const double q = sharpness;
  // The two halves of a step are the same bias curve, mirrored.
  const auto bias = [q](double x) { return x * (1 - q) / ((1 - q) + 2 * q * (1 - x)); };
  double risen = 0;
  if (q >= 1) {
    risen = rest < 0.5 ? 0 : 1;
  } else {
    risen = rest < 0.5 ? 0.5 * bias(2 * rest) : 1 - 0.5 * bias(2 * (1 - rest));
  }
  return (shelf + risen) / steps;
}

std::function<double(double, double)> remap_function(const RemapParams& params, const std::array<double, 2>& measured) {
  const std::array<double, 2> input = params.input.value_or(measured);
  const std::array<double, 2> output = params.output.value_or(input);
  const bool by_ratios = params.scale == RangeScale::logarithmic;
  if (by_ratios && !(input[0] > 0))
    throw StageError("a logarithmic scale needs an input range above 0: give 'input'", "scale");
  const double first = by_ratios ? math::log2(input[0]) : input[0];
  const double span = by_ratios ? math::log2(input[1]) - first : input[1] - input[0];
  const double scale = span > 0 ? 1 / span : 0;
  const std::function<double(double)> curve = params.curve.empty() ? nullptr : curve_function(params.curve);
  const int steps = params.terrace ? params.terrace->steps : 0;
  return [=, clamp = params.clamp](double height, double sharpness) {
    const double measure = by_ratios ? (height > 0 ? math::log2(height) : first) : height;
    double t = (measure - first) * scale;
    if (clamp) t = std::clamp(t, 0.0, 1.0);
    if (curve) t = curve(t);
    if (steps > 0) t = terrace(t, steps, sharpness);
    return output[0] + t * (output[1] - output[0]);
  };
}

GridSpec Remap::grid(const Params& params, const InputGrids& inputs) {
  const GridSpec& grid = inputs[params.from];
  if (params.terrace) require_same_grid(grid, inputs, params.terrace->sharpness, "terrace");
  return grid;
}

FieldKernel Remap::kernel(const Params& params, const schema::Inputs& inputs, const GridSpec&, const RunContext&) {
  std::array<double, 2> measured{0, 0};
  std::vector<FieldInput<HeightView>> whole;
  const schema::Driven sharpness = params.terrace ? params.terrace->sharpness : schema::Driven{0};
  if (!cut_rule(params).is_allowed) {
    const Heightmap& map = inputs[params.from];
    const HeightRange range = height_range(map);
    measured = {range.min, range.max};
    whole.push_back({params.from.stage, view(map)});
    if (sharpness.given()) whole.push_back({sharpness.stage, view(inputs[sharpness])});
  }
  return {.radius = 0,
          .fill = [params, whole, sharpness, remapped = remap_function(params, measured)](const FieldWindow& window) {
            const InputViews views = whole.empty() ? window.inputs : InputViews(whole);
            const HeightView& from = views[params.from];
            const schema::DrivenSamples sharp = driven_samples(views, sharpness);
            const Region& region = window.out.region;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x) {
                window.out.at(x, y) = static_cast<float>(remapped(from.at(x, y), sharp.at(x, y)));
              }
            }
          }};
}

}  // namespace weald::noise

void weald::schema::Schema<weald::noise::RemapParams>::check(const P& params, Checker& checker) {
  if (params.input && !((*params.input)[0] < (*params.input)[1])) {
    checker.error("input", "the input range is empty: its first height must be below its second");
  }
  weald::noise::check_curve(params.curve, checker);
}
