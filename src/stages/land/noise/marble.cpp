#include "stages/land/noise/marble.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "base/math/math.h"

namespace weald::noise {

namespace {

// The turbulence reuses the stage's parameters with amplitudes that sum to 1.
FractalParams turbulence_params(const MarbleParams& params) {
  FractalParams result = params;
  const std::vector<OctaveFactor> factors = octave_factors(params);
  double sum = 0;
  for (const OctaveFactor& factor : factors) sum += std::abs(factor.amplitude);
  result.amplitude = schema::Driven{sum > 0 ? 1 / sum : 0.0};
  return result;
}

// Phase of the stripes at each column or row as a fraction of a stripe. Multiples of 2^-24 make periods repeat bit by
// bit.
std::vector<double> phases(double origin, double cell_size, double per_metre, double offset, int count) {
  std::vector<double> result;
  for (int i = 0; i < count; ++i) {
    const std::array parts{origin * per_metre, (i * cell_size) * per_metre, offset};
    result.push_back(lattice_coordinate(parts).fraction);
  }
  return result;
}

struct Stripes {
  std::vector<double> columns;
  std::vector<double> rows;
  bool folded = true;
  double amplitude = 1;

  // `noise` is the sum of the octaves; for folded noise, the sum of 2|n| - 1.
  double height(int x, int y, double noise, double turbulence) const {
    const double bent = folded ? (noise + 1) * 0.5 : noise;
    const double phase = columns[static_cast<std::size_t>(x)] + rows[static_cast<std::size_t>(y)] + turbulence * bent;
    return amplitude * math::sin_deg(360 * (phase - std::floor(phase)));
  }
};

}  // namespace

GridSpec Marble::grid(const Params& params, const InputGrids& inputs) {
  const schema::Driven warp = warp_strength(params.warp);
  return driven_grid(params, {{&params.amplitude, "amplitude"}, {&warp, "warp"}, {&params.turbulence, "turbulence"}},
                     inputs);
}

FieldKernel Marble::kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                           const RunContext& context) {
  const FractalParams octaves = turbulence_params(params);
  const FractalRule rule{.fractal = params.folded ? Fractal::billow : Fractal::sum};
  const NoiseDrives drives{schema::Driven{1}, warp_strength(params.warp)};
  const FieldKernel turbulence =
      noise_kernel(fractal_field(octaves, rule, grid, context.seed), drives, context, "octaves");
  auto stripes = std::make_shared<Stripes>();
  const Vec2 waves = params.stripes * params.frequency;
  stripes->columns = phases(grid.origin.x, grid.cell_size, waves.x, params.offset.x * params.stripes.x, grid.width);
  stripes->rows = phases(grid.origin.y, grid.cell_size, waves.y, params.offset.y * params.stripes.y, grid.height);
  stripes->folded = params.folded;
  stripes->amplitude = params.amplitude.value_or(1);
  return {.radius = 0,
          .fill = [stripes, turbulence, amplitude = params.amplitude,
                   driven = params.turbulence](const FieldWindow& window) {
            const schema::DrivenSamples factor = driven_samples(window.inputs, amplitude);
            const schema::DrivenSamples strength = driven_samples(window.inputs, driven);
            turbulence.fill(window);
            const Region& region = window.out.region;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x) {
                float& out = window.out.at(x, y);
                const double height = stripes->height(x, y, out, strength.at(x, y));
                out = static_cast<float>(factor.is_driven() ? height * factor.at(x, y) : height);
              }
            }
          }};
}

}  // namespace weald::noise

void weald::schema::Schema<weald::noise::MarbleParams>::check(const P& params, Checker& checker) {
  weald::noise::check_fractal(params, checker);
  if (!params.period) return;
  for (const double stripes : {params.stripes.x * params.period->x, params.stripes.y * params.period->y}) {
    if (stripes != std::floor(stripes)) {
      return checker.error("stripes",
                           fmt::format("a period of {} x {} cells holds {} stripes along an axis, which is not a "
                                       "whole number",
                                       params.period->x, params.period->y, stripes));
    }
  }
}
