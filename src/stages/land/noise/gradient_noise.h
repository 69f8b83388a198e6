#pragma once
// The stage `gradient_noise`: a single octave of Perlin's gradient noise.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/driven.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/noise/detail/noise_kernel.h"
#include "stages/land/noise/grid_params.h"

namespace weald::noise {

struct GradientNoiseParams : GridParams {
  double frequency = 0.01;      ///< lattice cells per metre
  schema::Driven amplitude{1};  ///< metres; heights lie within +-0.7071 amplitude
  Fade fade = Fade::quintic;
  double heights = 0.0;            ///< random lattice heights, as a share of the amplitude
  std::optional<Period> period{};  ///< lattice cells
  Vec2 offset{0, 0};               ///< lattice cells
  std::optional<WarpParams> warp{};
};

/// The noise of `params` on its grid, seeded by `seed`.
/// Source: [perlin1985], [perlin2002].
FieldSpec gradient_noise_field(const GradientNoiseParams& params, const GridSpec& grid, std::uint64_t seed);

/// Stage `gradient_noise`.
struct GradientNoise {
  using Params = GradientNoiseParams;
  static double seconds_each(const Params& params) { return params.warp ? 5e-9 : 1.5e-9; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, {params.amplitude, warp_strength(params.warp)}, inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return noise_kernel(gradient_noise_field(params, grid, context.seed),
                        {params.amplitude, warp_strength(params.warp)}, context, "frequency");
  }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::GradientNoiseParams> {
  using P = weald::noise::GradientNoiseParams;
  static constexpr std::string_view kind = "gradient_noise";
  static constexpr std::string_view summary = "Perlin's gradient noise: smooth hills and hollows of one size.";
  static constexpr auto fields = joined(
      weald::noise::kGridFields,
      Fields{
          Field{&P::frequency, "frequency", "Lattice cells per metre: the inverse of the distance between hills.",
                "1/m", Range{1e-9, 1e3}},
          Field{&P::amplitude, "amplitude", "Factor of the noise, which lies between -0.7071 and 0.7071.", "m",
                Range{-1e6, 1e6}},
          Field{&P::fade, "fade", "Fade between lattice points; quintic shows no creases."},
          Field{&P::heights, "heights",
                "Random lattice heights added to the gradients, as a share of the amplitude; 0: the noise is 0 at "
                "every lattice point.",
                "", Range{0, 10}},
          Field{&P::period, "period",
                "Lattice cells after which the noise repeats, one number or [x, z]; unset: never.", "", Range{1, 1e9}},
          Field{&P::offset, "offset", "Offset of the noise along x and z, in lattice cells.", "", Range{-1e15, 1e15}},
          Field{&P::warp, "warp",
                "Warps the positions at which the noise is evaluated by a noise of its own; unset: no warp."}});
  static void check(const P& params, Checker& checker) {
    weald::noise::check_warp(params.warp, params.frequency, params.frequency, params.period, checker);
  }
};
