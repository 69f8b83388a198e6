#pragma once
// The stage `simplex_noise`: a single octave of gradient noise on a triangular lattice.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/driven.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/noise/detail/noise_kernel.h"
#include "stages/land/noise/grid_params.h"

namespace weald::noise {

struct SimplexNoiseParams : GridParams {
  double frequency = 0.01;         ///< cells per metre: sides of the lattice's triangles
  schema::Driven amplitude{1};     ///< metres; heights lie within +-amplitude
  std::optional<double> slice{};   ///< height of the slice through 3D noise, cells; unset: 2D
  std::optional<Period> period{};  ///< cells
  Vec2 offset{0, 0};               ///< cells
  std::optional<WarpParams> warp{};
};

/// The noise of `params` on its grid, seeded by `seed`. Gradients fade out with the fourth power of the distance; the
/// rows of the lattice are sqrt(3)/2 cells apart, or with a period the closest distance that fits an even number of
/// rows. See stages/land/noise/detail/point_layer.h. Source: [perlin2002], [gustavson2005].
FieldSpec simplex_noise_field(const SimplexNoiseParams& params, const GridSpec& grid, std::uint64_t seed);

/// Stage `simplex_noise`.
struct SimplexNoise {
  using Params = SimplexNoiseParams;
  static double seconds_each(const Params& params) { return params.warp ? 6e-9 : 2e-9; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return noise_kernel(simplex_noise_field(params, grid, context.seed), drives(params), context, "frequency");
  }
  static NoiseDrives drives(const Params& params) { return {params.amplitude, warp_strength(params.warp)}; }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::SimplexNoiseParams> {
  using P = weald::noise::SimplexNoiseParams;
  static constexpr std::string_view kind = "simplex_noise";
  static constexpr std::string_view summary =
      "Simplex noise: smooth hills and hollows of one size without axis-aligned artefacts, in 2D or as a slice "
      "through 3D noise.";
  static constexpr auto fields = joined(
      weald::noise::kGridFields,
      Fields{
          Field{&P::frequency, "frequency", "Lattice cells per metre: the inverse of the distance between hills.",
                "1/m", Range{1e-9, 1e3}},
          Field{&P::amplitude, "amplitude", "Factor of the noise, which lies between -1 and 1.", "m", Range{-1e6, 1e6}},
          Field{&P::slice, "slice",
                "Height of the slice through 3D noise, in cells: slices less than a cell apart resemble one another; "
                "unset: 2D noise.",
                "", Range{-1e6, 1e6}},
          Field{&P::period, "period",
                "Lattice cells after which the noise repeats, one number or [x, z]; unset: never.", "", Range{1, 1e9}},
          Field{&P::offset, "offset", "Offset of the noise along x and z, in lattice cells.", "", Range{-1e15, 1e15}},
          Field{&P::warp, "warp",
                "Warps the positions at which the noise is evaluated by a noise of its own; unset: no warp."}});
  static void check(const P& params, Checker& checker) {
    weald::noise::check_warp(params.warp, params.frequency, params.frequency, params.period, checker);
  }
};
