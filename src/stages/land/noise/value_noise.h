#pragma once
// The stage `value_noise`: random heights at lattice points, interpolated smoothly.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/driven.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/noise/detail/noise_kernel.h"
#include "stages/land/noise/grid_params.h"

namespace weald::noise {

struct ValueNoiseParams : GridParams {
  double frequency = 0.01;         ///< lattice cells per metre
  schema::Driven amplitude{1};     ///< metres; heights lie within +-amplitude
  int dimensions = 2;              ///< 1: varies along x only
  Fade fade = Fade::quintic;       ///< the interpolation
  std::optional<Period> period{};  ///< lattice cells
  Vec2 offset{0, 0};               ///< lattice cells
  std::optional<WarpParams> warp{};
};

/// The noise of `params` on its grid, seeded by `seed`. Lattice values are uniform in [-1, 1). Source: [ebert2003].
FieldSpec value_noise_field(const ValueNoiseParams& params, const GridSpec& grid, std::uint64_t seed);

/// Stage `value_noise`.
struct ValueNoise {
  using Params = ValueNoiseParams;
  static double seconds_each(const Params& params) { return params.warp ? 5e-9 : 1.5e-9; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, {params.amplitude, warp_strength(params.warp)}, inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return noise_kernel(value_noise_field(params, grid, context.seed), {params.amplitude, warp_strength(params.warp)},
                        context, "frequency");
  }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::ValueNoiseParams> {
  using P = weald::noise::ValueNoiseParams;
  static constexpr std::string_view kind = "value_noise";
  static constexpr std::string_view summary =
      "Value noise: random heights at lattice points, interpolated smoothly, in one or two dimensions.";
  static constexpr auto fields = joined(
      weald::noise::kGridFields,
      Fields{
          Field{&P::frequency, "frequency", "Lattice cells per metre: the inverse of the distance between hills.",
                "1/m", Range{1e-9, 1e3}},
          Field{&P::amplitude, "amplitude", "Factor of the noise, which lies between -1 and 1.", "m", Range{-1e6, 1e6}},
          Field{&P::dimensions, "dimensions", "Axes along which the noise varies: 2, or 1 for x only.", "",
                Range{1, 2}},
          Field{&P::fade, "fade", "Fade between lattice points; quintic shows no creases."},
          Field{&P::period, "period",
                "Lattice cells after which the noise repeats, one number or [x, z]; unset: never.", "", Range{1, 1e9}},
          Field{&P::offset, "offset", "Offset of the noise along x and z, in lattice cells.", "", Range{-1e15, 1e15}},
          Field{&P::warp, "warp",
                "Warps the positions at which the noise is evaluated by a noise of its own; unset: no warp."}});
  static void check(const P& params, Checker& checker) {
    weald::noise::check_warp(params.warp, params.frequency, params.frequency, params.period, checker);
  }
};
