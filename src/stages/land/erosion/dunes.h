#pragma once
// The stage `dunes`: wind piles sand into dunes with slip faces.
//
// In each step the air carries sand along whole lines of the map, so there is no halo. With a `sheet` the sand of the
// whole map moves once on a coarser grid, and each tile lays its part on its own ground.

#include <array>
#include <cstdint>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/driven.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "data/perimeter_work.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "stages/land/noise/grid_params.h"

namespace weald::terrain {

/// Units of height per cell size. Sand moves in whole units, so none is lost.
inline constexpr int kSandUnitsPerCell = 2048;
/// Default of the hop, samples.
inline constexpr double kUsualHop = 2;

struct DunesParams : noise::GridParams {
  schema::Input<Heightmap> from;
  schema::Driven sand = 5;  ///< metres
  double wind = 290;        ///< degrees
  double spread = 12;       ///< degrees
  int iterations = 500;
  std::optional<double> hop;    ///< metres
  std::optional<double> sheet;  ///< metres
  double lift = 0.3;            ///< share of the cell size
  double speed_up = 9;
  double hard_ground = 0.5;
  double shadow = 13;    ///< degrees
  double windward = 16;  ///< degrees
  double repose = 33;    ///< degrees
};

/// The inputs of the stage; null if not given.
struct DuneFields {
  const Heightmap* bedrock = nullptr;
  const Heightmap* sand = nullptr;
};

/// Sand and the ground below it.
struct DuneLand {
  Heightmap heights;
  Heightmap sand;  ///< metres
};

/// Simulates wind that moves sand, which initially lies in heaps at most twice as deep as the given depth. `grid` is
/// the grid of the result and of the inputs.
///
/// In each step every sample outside shadows releases a slab of sand, and every sample retains a share of the airborne
/// sand: less on bare ground than on sand, more where the ground ahead rises, most in a shadow. The edge of a shadow
/// descends from a crest at the angle `shadow`. The slab is thicker on ground above the mean of the ground upwind,
/// where wind is faster, and thinner below. Then sand on steep slopes slides: in the lee beyond the angle of repose, on
/// windward slopes beyond the gentler windward angle. The wind direction varies from step to step. The slabs are the
/// expected values of those in Werner's model: each sample moves a share of a slab, instead of a whole slab at random.
/// At the end roughness of a few samples is smoothed, and sand comes to rest: between any of the eight neighbours, sand
/// that can move exceeds the angle of repose by at most a fiftieth (rise over run), unless 200 sweeps over the map are
/// not enough.
///
/// Both axes are periodic, so no sand enters or leaves, and the result tiles if the ground below does. Sand is counted
/// in whole units of cell_size / 2048, and its sum is preserved exactly. Ground without sand keeps its height. Size and
/// spacing of dunes are proportional to the hop; with the same hop in metres, maps of another resolution have dunes of
/// the same size, but not in the same places. With `sheet` the sand moves on a grid of that cell size, to which
/// "sample" and "cell" then refer, and its depth is interpolated to the map: the same extent and sheet give the same
/// dunes at any resolution, with slightly rounder crests than without. The result tiles if a whole number of the
/// sheet's cells fits the map. Winds along the grid's diagonals need about 1.4 times the steps of winds along its axes.
/// Throws StageError (key "sheet") for sheets of less than 3 x 3 cells, (key "hop") for hops of less than 1 or more
/// than 200 samples, and (keys "from", "sand") for heights that are not finite, and for ground or sand higher than 2^18
/// times the distance between samples. Time: 4 to 7 ns per sample and step on one core with AVX2 or better; memory: 20
/// bytes per sample in addition to the maps. Source: [werner1995] (slabs, shadows), [momiji2000] (faster wind on
/// windward slopes), [paris2019] (sand on bedrock).
DuneLand blow_dunes(const DunesParams& params, const GridSpec& grid, const DuneFields& fields,
                    const RunContext& context);

/// Stage `dunes`.
struct Dunes {
  using Params = DunesParams;
  static double seconds_each(const Params& params) { return params.iterations * 1e-8; }
  static constexpr bool kNeedsOneGrid = true;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static constexpr std::array kParts{schema::part<Heightmap>("sand", "m", "Thickness of the sand.")};
  static CutRule cut_rule(const Params&) { return {.given_by = "'sheet'"}; }
  static void require_grid(const Params& params, const GridSpec& grid);
  /// With a number for the sand and a sheet: the sand of all tiles moves at once on the sheet, and each tile gets its
  /// depth.
  static std::optional<PerimeterWork> perimeter(const Params& params);
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context);
};

}  // namespace weald::terrain

template <>
struct weald::schema::Schema<weald::terrain::DunesParams> {
  using P = weald::terrain::DunesParams;
  static constexpr std::string_view kind = "dunes";
  static constexpr std::string_view summary =
      "Wind piles sand into dunes with gentle windward slopes, sharp crests and slip faces behind them.";
  static constexpr auto fields = joined(
      Fields{
          Field{&P::from, "from", "Ground below the sand; unset: flat ground. It also sets the grid."},
          Field{&P::sand, "sand",
                "Mean depth of the sand, as a number or a heightmap, which also sets the grid; little sand makes "
                "barchans, much sand a sea of dunes.",
                "m", Range{0, 1e4}},
          Field{&P::wind, "wind", "Bearing from which the wind blows: 0 north, 90 east.", "deg", Range{-360, 360}},
          Field{&P::spread, "spread", "Largest angle by which the wind veers to either side.", "deg", Range{0, 30}},
          Field{&P::iterations, "iterations", "Steps of wind: over time dunes grow, merge, and become fewer.", "",
                Range{0, 20000}},
          Field{&P::hop, "hop",
                "Mean distance that sand hops, to which the size of dunes is proportional: 1 to 200 samples; unset: "
                "2 samples.",
                "m", Range{1e-4, 1e6}},
          Field{&P::sheet, "sheet",
                "Cell size of the grid on which the sand moves: with the same value, maps of any resolution show the "
                "same dunes; cells finer than those of the map have no effect. Unset: the cell size of the map, so "
                "that its resolution determines the size and place of the dunes.",
                "m", Range{1e-4, 1e4}},
          Field{&P::lift, "lift",
                "Depth of sand that the wind lifts from flat ground in a step, as a share of the "
                "cell size.",
                "", Range{0, 1}},
          Field{&P::speed_up, "speed_up",
                "How much more sand the wind lifts from ground that stands out; dunes grow only if it is above 0.", "",
                Range{0, 50}},
          Field{&P::hard_ground, "hard_ground",
                "Share of sand that settles on bare ground, relative to sand-covered "
                "ground.",
                "", Range{0.01, 1}},
          Field{&P::shadow, "shadow", "Angle of the wind shadow behind a crest.", "deg", Range{5, 45}},
          Field{&P::windward, "windward", "Slope above which sand on windward faces slides back.", "deg", Range{1, 60}},
          Field{&P::repose, "repose", "Angle of repose: the steepest slope of sand in the lee.", "deg", Range{5, 60}}},
      noise::kGridFields);
};
