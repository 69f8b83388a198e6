#pragma once
// The stage `hybrid`. Musgrave's hybrid multifractal: detail grows with height.

#include "data/field.h"
#include "stages/land/noise/detail/fractal_params.h"

namespace weald::noise {

/// The default of the persistence corresponds to Musgrave's exponent H = 1/4.
struct HybridParams : FractalParams {
  double altitude_offset = 0.7;  ///< added to the noise of every octave, which lies within +-1

  constexpr HybridParams() { persistence = 0.84; }
};

/// With s_i = n_i + altitude_offset, w_0 = 1 and w_(i+1) = clamp(p_i w_i s_i, 0, 1), where p_i is the amplitude of
/// octave i relative to that of the stage, the height is the sum of amplitude_i w_i s_i. Source: [ebert2003].
FractalRule hybrid_fold(const HybridParams& params);

/// Stage `hybrid`.
struct Hybrid {
  using Params = HybridParams;
  static double seconds_each(const Params& params) { return fractal_seconds(params); }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, fractal_drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return fractal_kernel(params, hybrid_fold(params), grid, context);
  }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::HybridParams> {
  using P = weald::noise::HybridParams;
  static constexpr std::string_view kind = "hybrid";
  static constexpr std::string_view summary =
      "Musgrave's hybrid multifractal: smooth valleys, and peaks whose detail grows with altitude.";
  static constexpr auto fields = joined(
      weald::noise::kFractalFields,
      Fields{Field{&P::altitude_offset, "altitude_offset",
                   "Offset added to the noise of every octave, which lies within +-1; lower values leave more of the "
                   "ground smooth.",
                   "", Range{0, 4}}});
  static void check(const P& params, Checker& checker) { weald::noise::check_fractal(params, checker); }
};
