#pragma once
// The stage `heterogeneous`. Musgrave's heterogeneous terrain: roughness proportional to altitude.

#include "data/field.h"
#include "stages/land/noise/detail/fractal_params.h"

namespace weald::noise {

struct HeterogeneousParams : FractalParams {
  double altitude_offset = 1.0;  ///< added to the noise of every octave, which lies within +-1
};

/// h_0 = amplitude_0 (n_0 + altitude_offset) and h_i = h_(i-1) + p_i (n_i + altitude_offset) h_(i-1), where p_i is the
/// amplitude of octave i relative to that of the stage; the height is the last h_i. Source: [ebert2003].
FractalRule heterogeneous_fold(const HeterogeneousParams& params);

/// Stage `heterogeneous`.
struct Heterogeneous {
  using Params = HeterogeneousParams;
  static double seconds_each(const Params& params) { return fractal_seconds(params); }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, fractal_drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return fractal_kernel(params, heterogeneous_fold(params), grid, context);
  }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::HeterogeneousParams> {
  using P = weald::noise::HeterogeneousParams;
  static constexpr std::string_view kind = "heterogeneous";
  static constexpr std::string_view summary =
      "Musgrave's heterogeneous terrain: every octave is multiplied by the height so far, which keeps plains smooth.";
  static constexpr auto fields = joined(
      weald::noise::kFractalFields,
      Fields{Field{&P::altitude_offset, "altitude_offset",
                   "Offset added to the noise of every octave, which lies within +-1; at 1 and above no height is "
                   "below 0.",
                   "", Range{0, 4}}});
  static void check(const P& params, Checker& checker) { weald::noise::check_fractal(params, checker); }
};
