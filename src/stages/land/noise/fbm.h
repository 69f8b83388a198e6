#pragma once
// The stage `fbm`. Fractional Brownian motion: a sum of octaves of noise.

#include "data/field.h"
#include "stages/land/noise/detail/fractal_params.h"

namespace weald::noise {

/// Parameters of the stage; see FractalParams.
struct FbmParams : FractalParams {};

/// Stage `fbm`. Heights of gradient noise lie within 0.7071 times the sum of the amplitudes. Source: [perlin1985],
/// [ebert2003].
struct Fbm {
  using Params = FbmParams;
  static double seconds_each(const Params& params) { return fractal_seconds(params); }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, fractal_drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return fractal_kernel(params, {.fractal = Fractal::sum}, grid, context);
  }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::FbmParams> {
  static constexpr std::string_view kind = "fbm";
  static constexpr std::string_view summary =
      "Fractional Brownian motion: a sum of octaves of noise, the usual base of terrain.";
  static constexpr auto fields = weald::noise::kFractalFields;
  static void check(const weald::noise::FbmParams& params, Checker& checker) {
    weald::noise::check_fractal(params, checker);
  }
};
