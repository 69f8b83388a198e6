#pragma once
// The stage `cellular_noise`: distances to scattered points.

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

struct CellularNoiseParams : GridParams, CellularShape {
  double frequency = 0.01;         ///< cells, and therefore points, per metre
  schema::Driven amplitude{1};     ///< metres per cell of distance
  std::optional<Period> period{};  ///< cells
  Vec2 offset{0, 0};               ///< cells
  std::optional<WarpParams> warp{};
};

/// The noise of `params` on its grid, seeded by `seed`: exact distances, even if the nearest points are two cells away.
/// Heights lie between 0 and 1.42 (f1) or 1.59 (f2) times the amplitude for the euclidean metric. Source: [worley1996].
FieldSpec cellular_noise_field(const CellularNoiseParams& params, const GridSpec& grid, std::uint64_t seed);

/// Stage `cellular_noise`.
struct CellularNoise {
  using Params = CellularNoiseParams;
  static double seconds_each(const Params& params) { return params.warp ? 8e-9 : 4e-9; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) {
    return noise_grid(params, drives(params), inputs);
  }
  static FieldKernel kernel(const Params& params, const schema::Inputs&, const GridSpec& grid,
                            const RunContext& context) {
    return noise_kernel(cellular_noise_field(params, grid, context.seed), drives(params), context, "frequency");
  }
  static NoiseDrives drives(const Params& params) { return {params.amplitude, warp_strength(params.warp)}; }
};

}  // namespace weald::noise

template <>
struct weald::schema::Schema<weald::noise::CellularNoiseParams> {
  using P = weald::noise::CellularNoiseParams;
  static constexpr std::string_view kind = "cellular_noise";
  static constexpr std::string_view summary =
      "Worley's cellular noise: distances to scattered points, for pits, craters, cracked ground and cells.";
  static constexpr auto fields = joined(
      weald::noise::kGridFields,
      Fields{Field{&P::frequency, "frequency", "Points per metre along either axis.", "1/m", Range{1e-9, 1e3}},
             Field{&P::amplitude, "amplitude", "Height that corresponds to a distance of one cell.", "m",
                   Range{-1e6, 1e6}}},
      weald::noise::kCellularFields,
      Fields{
          Field{&P::period, "period",
                "Lattice cells after which the noise repeats, one number or [x, z]; unset: never.", "", Range{1, 1e9}},
          Field{&P::offset, "offset", "Offset of the noise along x and z, in lattice cells.", "", Range{-1e15, 1e15}},
          Field{&P::warp, "warp",
                "Warps the positions at which the noise is evaluated by a noise of its own; unset: no warp."}});
  static void check(const P& params, Checker& checker) {
    weald::noise::check_warp(params.warp, params.frequency, params.frequency, params.period, checker);
  }
};
