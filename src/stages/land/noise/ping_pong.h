#pragma once
// The stage `ping_pong`. Noise folded back and forth: parallel ridges along its contours.

#include "data/field.h"
#include "stages/land/noise/detail/fractal_params.h"

namespace weald::noise {

struct PingPongParams : FractalParams {
  double strength = 2.0;  ///< ridges between the lowest and the highest noise
};

/// The sum of amplitude_i (2 t_i - 1), where t_i is the triangle wave of strength (n_i + 1), which is 0 at even numbers
/// and 1 at odd ones.
FractalRule ping_pong_fold(const PingPongParams& params);

/// Stage `ping_pong`.
struct PingPong {
  using Params = PingPongParams;
  static double seconds_each(const Params& params) { return fractal_seconds(params); }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, fractal_drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return fractal_kernel(params, ping_pong_fold(params), grid, context);
  }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::PingPongParams> {
  using P = weald::noise::PingPongParams;
  static constexpr std::string_view kind = "ping_pong";
  static constexpr std::string_view summary =
      "Ping-pong: octaves of noise folded back and forth, for ridges and terraces that follow contours.";
  static constexpr auto fields = joined(
      weald::noise::kFractalFields,
      Fields{Field{&P::strength, "strength",
                   "How many times the range of the noise is folded, which makes ridges between its lowest and its "
                   "highest value.",
                   "", Range{0.1, 64}}});
  static void check(const P& params, Checker& checker) { weald::noise::check_fractal(params, checker); }
};
