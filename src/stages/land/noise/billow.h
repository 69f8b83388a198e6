#pragma once
// The stage `billow`. Billow: a sum of octaves of 2|n| - 1, noise folded at zero.

#include "data/field.h"
#include "stages/land/noise/detail/fractal_params.h"

namespace weald::noise {

/// Parameters of the stage; see FractalParams.
struct BillowParams : FractalParams {};

/// Stage `billow`. Heights lie within the sum of the amplitudes. Source: [perlin1985] (turbulence), [ebert2003].
struct Billow {
  using Params = BillowParams;
  static double seconds_each(const Params& params) { return fractal_seconds(params); }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, fractal_drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return fractal_kernel(params, {.fractal = Fractal::billow}, grid, context);
  }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::BillowParams> {
  static constexpr std::string_view kind = "billow";
  static constexpr std::string_view summary =
      "Billow: a sum of octaves of folded noise, which gives round mounds with creases between them, for dunes and "
      "clouds.";
  static constexpr auto fields = weald::noise::kFractalFields;
  static void check(const weald::noise::BillowParams& params, Checker& checker) {
    weald::noise::check_fractal(params, checker);
  }
};
