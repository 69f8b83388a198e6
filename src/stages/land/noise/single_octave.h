#pragma once
// The stages of a single octave of noise: `gradient_noise`, `value_noise`, `simplex_noise` and `cellular_noise`.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/driven.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/noise/detail/noise_kernel.h"
#include "stages/land/noise/detail/noise_kinds.h"
#include "stages/land/noise/grid_params.h"

namespace weald::noise {

/// What the four stages have in common.
struct SingleOctaveParams : GridParams {
  double frequency = 0.01;         ///< lattice cells per metre
  schema::Driven amplitude{1};     ///< metres
  std::optional<Period> period{};  ///< lattice cells
  Vec2 offset{0, 0};               ///< lattice cells
  std::optional<WarpParams> warp{};
};

/// Rows of the Schema tables that are the same for the four stages, after their own.
inline constexpr auto kPlacedFields = schema::Fields{
    schema::Field{&SingleOctaveParams::period, "period",
                  "Lattice cells after which the noise repeats, one number or [x, z]; unset: never.", "",
                  schema::Range{1, 1e9}},
    schema::Field{&SingleOctaveParams::offset, "offset", "Offset of the noise along x and z, in lattice cells.", "",
                  schema::Range{-1e15, 1e15}},
    schema::Field{&SingleOctaveParams::warp, "warp",
                  "Warps the positions at which the noise is evaluated by a noise of its own; unset: no warp."}};

/// Heights lie within +-0.7071 amplitude.
struct GradientNoiseParams : SingleOctaveParams {
  Fade fade = Fade::quintic;
  double heights = 0.0;  ///< random lattice heights, as a share of the amplitude
};

/// Heights lie within +-amplitude.
struct ValueNoiseParams : SingleOctaveParams {
  int dimensions = 2;         ///< 1: varies along x only
  Fade fade = Fade::quintic;  ///< the interpolation
};

/// Heights lie within +-amplitude. The sides of the lattice's triangles are cells.
struct SimplexNoiseParams : SingleOctaveParams {
  std::optional<double> slice{};  ///< height of the slice through 3D noise, cells; unset: 2D
};

/// There is a point in each cell; the amplitude is that of a distance of one cell.
struct CellularNoiseParams : SingleOctaveParams, CellularShape {};

/// The gradient noise of `params` on its grid, seeded by `seed`. Source: [perlin1985], [perlin2002].
FieldSpec noise_field(const GradientNoiseParams& params, const GridSpec& grid, std::uint64_t seed);

/// The value noise of `params` on its grid, seeded by `seed`. Lattice values are uniform in [-1, 1). Source:
/// [ebert2003].
FieldSpec noise_field(const ValueNoiseParams& params, const GridSpec& grid, std::uint64_t seed);

/// The simplex noise of `params` on its grid, seeded by `seed`. Gradients fade out with the fourth power of the
/// distance; the rows of the lattice are sqrt(3)/2 cells apart, or with a period the closest distance that fits an even
/// number of rows. See stages/land/noise/detail/point_layer.h. Source: [perlin2002], [gustavson2005].
FieldSpec noise_field(const SimplexNoiseParams& params, const GridSpec& grid, std::uint64_t seed);

/// The cellular noise of `params` on its grid, seeded by `seed`: exact distances, even if the nearest points are two
/// cells away. Heights lie between 0 and 1.42 (f1) or 1.59 (f2) times the amplitude for the euclidean metric. Source:
/// [worley1996].
FieldSpec noise_field(const CellularNoiseParams& params, const GridSpec& grid, std::uint64_t seed);

/// A stage of a single octave.
template <class P>
struct SingleOctave {
  using Params = P;
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return noise_kernel(noise_field(params, grid, context.seed), drives(params), context, "frequency");
  }
  static NoiseDrives drives(const Params& params) { return {params.amplitude, warp_strength(params.warp)}; }
};

/// Stage `gradient_noise`: Perlin's gradient noise.
struct GradientNoise : SingleOctave<GradientNoiseParams> {
  static double seconds_each(const Params& params) { return params.warp ? 5e-9 : 1.5e-9; }
};

/// Stage `value_noise`: random heights at lattice points, interpolated smoothly.
struct ValueNoise : SingleOctave<ValueNoiseParams> {
  static double seconds_each(const Params& params) { return params.warp ? 5e-9 : 1.5e-9; }
};

/// Stage `simplex_noise`: gradient noise on a triangular lattice.
struct SimplexNoise : SingleOctave<SimplexNoiseParams> {
  static double seconds_each(const Params& params) { return params.warp ? 6e-9 : 2e-9; }
};

/// Stage `cellular_noise`: distances to scattered points.
struct CellularNoise : SingleOctave<CellularNoiseParams> {
  static double seconds_each(const Params& params) { return params.warp ? 8e-9 : 4e-9; }
};

/// Validates the combination of the fields, for Schema::check.
inline void check_single_octave(const SingleOctaveParams& params, schema::Checker& checker) {
  check_warp(params.warp, params.frequency, params.frequency, params.period, checker);
}

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::GradientNoiseParams> {
  using P = weald::noise::GradientNoiseParams;
  static constexpr std::string_view kind = "gradient_noise";
  static constexpr std::string_view summary = "Perlin's gradient noise: smooth hills and hollows of one size.";
  static constexpr auto fields = joined(
      weald::noise::kGridFields,
      Fields{Field{&P::frequency, "frequency", "Lattice cells per metre: the inverse of the distance between hills.",
                   "1/m", Range{1e-9, 1e3}},
             Field{&P::amplitude, "amplitude", "Factor of the noise, which lies between -0.7071 and 0.7071.", "m",
                   Range{-1e6, 1e6}},
             Field{&P::fade, "fade", "Fade between lattice points; quintic shows no creases."},
             Field{&P::heights, "heights",
                   "Random lattice heights added to the gradients, as a share of the amplitude; 0: the noise is 0 at "
                   "every lattice point.",
                   "", Range{0, 10}}},
      weald::noise::kPlacedFields);
  static void check(const P& params, Checker& checker) { weald::noise::check_single_octave(params, checker); }
};

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
          Field{&P::fade, "fade", "Fade between lattice points; quintic shows no creases."}},
      weald::noise::kPlacedFields);
  static void check(const P& params, Checker& checker) { weald::noise::check_single_octave(params, checker); }
};

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
                "", Range{-1e6, 1e6}}},
      weald::noise::kPlacedFields);
  static void check(const P& params, Checker& checker) { weald::noise::check_single_octave(params, checker); }
};

template <>
struct weald::schema::Schema<weald::noise::CellularNoiseParams> {
  using P = weald::noise::CellularNoiseParams;
  static constexpr std::string_view kind = "cellular_noise";
  static constexpr std::string_view summary =
      "Worley's cellular noise: distances to scattered points, for pits, craters, cracked ground and cells.";
  static constexpr auto fields =
      joined(weald::noise::kGridFields,
             Fields{Field{&P::frequency, "frequency", "Points per metre along either axis.", "1/m", Range{1e-9, 1e3}},
                    Field{&P::amplitude, "amplitude", "Height that corresponds to a distance of one cell.", "m",
                          Range{-1e6, 1e6}}},
             weald::noise::kCellularFields, weald::noise::kPlacedFields);
  static void check(const P& params, Checker& checker) { weald::noise::check_single_octave(params, checker); }
};
