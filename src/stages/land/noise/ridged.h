#pragma once
// The stage `ridged`. Musgrave's ridged multifractal: sharp crests that carry detail, smooth valleys.

#include "data/field.h"
#include "stages/land/noise/detail/fractal_params.h"

namespace weald::noise {

struct RidgedParams : FractalParams {
  double ridge_offset = 1.0;  ///< |noise| at which the height is zero
  double gain = 2.0;          ///< how strongly an octave's height weights the next one
};

/// Octave i gives s_i = w_i (ridge_offset - |n_i|)^2, with w_0 = 1 and w_i = clamp(gain s_(i-1), 0, 1); the height is
/// the sum of amplitude_i s_i, at least 0 and, with ridge_offset in [0.5, 1], at most the sum of the amplitudes.
/// Source: [ebert2003].
FractalRule ridged_fold(const RidgedParams& params);

/// Stage `ridged`.
struct Ridged {
  using Params = RidgedParams;
  static double seconds_each(const Params& params) { return fractal_seconds(params); }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, fractal_drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return fractal_kernel(params, ridged_fold(params), grid, context);
  }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::RidgedParams> {
  using P = weald::noise::RidgedParams;
  static constexpr std::string_view kind = "ridged";
  static constexpr std::string_view summary =
      "Musgrave's ridged multifractal: mountain ranges with sharp crests and smooth valleys.";
  static constexpr auto fields = joined(
      weald::noise::kFractalFields,
      Fields{
          Field{&P::ridge_offset, "ridge_offset",
                "Absolute value of the noise at which a ridge has fallen to 0; lower values give narrower crests and "
                "new ones where the noise exceeds it.",
                "", Range{0, 2}},
          Field{&P::gain, "gain",
                "How strongly the height of an octave weights the next one; lower values keep valleys smoother.", "",
                Range{0, 16}}});
  static void check(const P& params, Checker& checker) { weald::noise::check_fractal(params, checker); }
};
