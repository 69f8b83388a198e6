#pragma once
// The stage `fluvial`: land that rises while rivers incise it.
//
// Stream-power incision with uplift and soil creep, see stages/land/water/detail/incision.h, on a sequence of grids
// from coarse to fine (stages/land/water/detail/multigrid.h): half of the time passes on the coarsest, the rest is
// divided evenly among the others. Rivers formed on the coarse grids are kept on the finer ones, so the shape does not
// depend on the resolution, and a landscape reaches balance in a few steps, where a single grid would need thousands.

#include <array>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/driven.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "stages/land/noise/grid_params.h"
#include "stages/land/water/detail/outlets.h"

namespace weald::hydrology {

struct FluvialParams : noise::GridParams {
  schema::Input<Heightmap> from;
  schema::Driven uplift = 0.5;          ///< mm per year
  schema::Driven erodibility = 2.5e-6;  ///< m^(1 - 2 m) per year
  double variety = 2;                   ///< powers of two
  double area_exponent = 0.5;           ///< m
  double creep = 0.04;                  ///< m^2 per year
  double source_area = 5000;            ///< m^2
  double max_slope = 55;                ///< degrees
  double years = 6e6;
  int steps = 20;
  double roughness = 20;  ///< metres
  OutletSides outlets = OutletSides::all;
  std::optional<double> sea;     ///< metres
  std::optional<double> extent;  ///< metres

  /// The default cell size is larger than that of GridParams, since rivers need kilometres.
  FluvialParams() { cell_size = 20; }
};

/// The land, the drainage area of each sample, and the depth of eroded ground.
struct FluvialLand {
  Heightmap heights;
  Heightmap flow;  ///< m^2
  Heightmap wear;  ///< metres; negative where sediment was deposited
};

/// The inputs of the stage; null if not given.
struct FluvialFields {
  const Heightmap* from = nullptr;
  const Heightmap* uplift = nullptr;
  const Heightmap* erodibility = nullptr;
};

/// The land that rivers form with `params` and the heightmaps of `fields`; `grid` is the grid of the result and of all
/// these heightmaps. Water from every sample leaves the map: no depressions are left. If `params.extent` is not that of
/// the grid, all lengths are scaled by their ratio before the simulation, and scaled back afterwards. Time: about 18 ns
/// per sample and step on one core, 4/3 of that for all grids together; memory: 60 bytes per sample. Source:
/// [braun2013], [barnes2014], [fairfield1991].
FluvialLand shape_land(const FluvialParams& params, const FluvialFields& fields, const GridSpec& grid,
                       const RunContext& context);

/// Stage `fluvial`.
struct Fluvial {
  using Params = FluvialParams;
  static double seconds_each(const Params& params) { return params.steps * 4e-8; }
  static constexpr bool kNeedsOneGrid = true;
  /// Estimated for the grid of the heightmaps that it reads, or else for its own grid.
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static constexpr std::array kParts{
      schema::part<Heightmap>("flow", "m2", "Area that drains through each sample, including its own."),
      schema::part<Heightmap>("wear", "m", "Depth of eroded ground; negative where sediment was deposited.")};
  /// Throws StageError if the fields lie on different grids or hold numbers that are not finite, and (key "size") for
  /// more than kMaxSamples.
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context);
};

}  // namespace weald::hydrology

template <>
struct weald::schema::Schema<weald::hydrology::FluvialParams> {
  using P = weald::hydrology::FluvialParams;
  static constexpr std::string_view kind = "fluvial";
  static constexpr std::string_view summary =
      "Rivers incise rising land until uplift and erosion are in balance, "
      "which makes mountains and valleys.";
  static constexpr auto fields = joined(
      Fields{
          Field{&P::from, "from", "Initial heightmap; unset: nearly flat, rough ground."},
          Field{&P::uplift, "uplift", "Uplift rate, as a number or a heightmap, which also sets the grid.", "mm/yr",
                Range{0, 1000}},
          Field{&P::erodibility, "erodibility",
                "How fast rivers erode the rock, as a number or a heightmap: metres per year at a slope of 1 and a "
                "drainage area of 1 m2.",
                "", Range{0, 1}},
          Field{&P::variety, "variety",
                "Further variation of the erodibility from place to place: 1 makes the softest rock erode about four "
                "times as fast as the hardest, 0 makes it uniform.",
                "", Range{0, 5}},
          Field{&P::area_exponent, "area_exponent",
                "Exponent of the drainage area in the erosion law, which also sets the concavity of rivers.", "",
                Range{0.2, 0.8}},
          Field{&P::creep, "creep", "Diffusivity of soil, which rounds ridges.", "m2/yr", Range{0, 1000}},
          Field{&P::source_area, "source_area",
                "Drainage area below which ground is a hillslope rather than a channel: larger values make broader "
                "slopes, less dissected by rivers.",
                "m2", Range{0, 1e9}},
          Field{&P::max_slope, "max_slope", "Slope that the ground approaches but never reaches.", "deg", Range{1, 89}},
          Field{&P::years, "years", "Simulated time.", "yr", Range{0, 1e10}},
          Field{&P::steps, "steps", "Time steps on each grid, from the coarsest to the finest.", "", Range{1, 1000}},
          Field{&P::roughness, "roughness", "Height of the roughness of the initial ground, without 'from'.", "m",
                Range{0, 1e4}},
          Field{&P::outlets, "outlets", "Sides of the map over which water leaves; the others are divides."},
          Field{&P::sea, "sea",
                "Sea level: ground that starts at or below it stays sea, and water drains into it; unset: no sea.", "m",
                Range{-1e5, 1e5}},
          Field{&P::extent, "extent",
                "Length of the longer side that the other parameters refer to: the land is simulated at this size "
                "and then scaled to the map. Unset: the length of the map, but at least 10 km, so that small maps "
                "show mountains too.",
                "m", Range{1, 1e8}}},
      noise::kGridFields);
};
