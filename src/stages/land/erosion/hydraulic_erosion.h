#pragma once
// The stage `hydraulic_erosion`: rain that runs down the slopes, erodes valleys and gullies, and deposits fans.

#include <array>
#include <cstdint>
#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/driven.h"
#include "data/heightmap.h"
#include "schema/decode.h"
#include "schema/part.h"

namespace weald::terrain {

struct HydraulicErosionParams {
  schema::Input<Heightmap> from;
  double droplets = 3;  ///< per sample of each scale
  double erosion = 0.05;
  double capacity = 10;
  double deposition = 0.1;
  schema::Driven erodibility = 1;
  std::optional<double> radius;  ///< metres
  double coarsest = 0;           ///< metres; 0: from the size of the map
  int lifetime = 64;             ///< steps
  double inertia = 0.3;
  double evaporation = 0.02;        ///< share per kilometre
  double min_slope = 0.005;         ///< rise over run
  std::optional<double> sea_level;  ///< metres
  schema::Input<Heightmap> area{};
  std::optional<double> reach{};  ///< metres
};

/// Volumes moved, in one fixed unit, modulo 2^64: `worn` equals `laid` plus `left`, exactly.
struct HydraulicBalance {
  std::uint64_t worn = 0;
  std::uint64_t laid = 0;
  std::uint64_t left = 0;  ///< volume that droplets carried over the border, or still carried at the end
};

/// The inputs of the stage beside the heights; null if not given.
struct HydraulicFields {
  const Heightmap* erodibility = nullptr;
  const Heightmap* area = nullptr;  ///< drainage areas, m2
};

struct HydraulicResult {
  Heightmap heights;
  Heightmap wear;     ///< metres eroded; the result is the input minus wear plus deposit
  Heightmap deposit;  ///< metres deposited
  Heightmap flow;     ///< square metres whose rain passes, at most the area of the map
  HydraulicBalance balance;
  std::int64_t droplets = 0;  ///< number of droplets, on all scales
};

/// The heightmap after rain, and the effects of the rain.
///
/// Droplets start evenly distributed and run down the slope by bilinear gradient with some inertia in steps of one
/// sample; they erode the bed and deposit what they cannot carry. The simulation proceeds from coarse scales, where
/// valleys form, to the map's own scale, where gullies form. Each scale has twice the samples of the previous one along
/// each axis, and starts with its result. The coarsest scale is derived from the map's extent, so the same land at
/// another resolution gets the same valleys. On each scale droplets fall in batches. All droplets of a batch see the
/// same land; their changes are accumulated in whole numbers and spread by a round brush, so the result does not depend
/// on the number of threads. Water and sediment left in a droplet at the end of its life are taken over by the next
/// droplet that starts there, so the length of rivers is not limited by the life of a droplet. Batches estimate the
/// flow of rivers from the water that has passed. With flow Q (in droplets) and slope S, a batch erodes erosion * S *
/// sqrt(Q) cells of the bed and carries at most capacity * S * sqrt(Q) per droplet, which is the stream power law with
/// the exponents 1/2 and 1. No sample is lowered below its lowest neighbour, or so far that a bank beside it would
/// become steeper than 45 degrees, unless the land was steeper. No sample is raised above the mean of its neighbours by
/// more than a hundredth of a cell at a time. This prevents needles, pits and walls. Water crosses depressions on the
/// surface at which they spill, and erodes their outlets; standing water carries nothing. A droplet that does not
/// descend for four steps is caught in a pit and ends, and half of its water seeps away.
///
/// With a `reach` a sample depends only on those within this distance, so windows of a map (Heightmap::place) have the
/// same bits as the whole. The reach is divided among the batches and scales: droplets live as long as it allows, and
/// coarser scales are added while droplets live for 16 steps on each. Each scale has the same number of batches.
/// Nothing is searched over the whole map: hollows have no standing water, so droplets that end in them leave their
/// load there, and the unit of heights follows from the cell size instead of the relief. Strata have 2 samples on each
/// side instead of 3, which gets droplets farther within a reach. The samples that are nearer to the border of a window
/// than the reach, and not at the border of the whole map, are not those of the whole.
///
/// `area` is the least flow that droplets count on: rivers whose water comes from beyond the reach keep their beds
/// clear of sediment.
///
/// Water and sediment leave only over the border. Beyond the border the outermost heights are repeated, over less than
/// a sample of the coarsest scale, until the samples of all scales fit. A map with less than 4 samples along an axis is
/// unchanged. Memory: about 115 bytes per sample. Time: about 15 ns per step of a droplet on one core with AVX2 or
/// better. Throws StageError if `erodibility` (null: the parameter's number) or `area` has another grid, if the
/// droplets would take more than 10^12 steps, and (key "reach") if they cannot live for four steps. Source: [beyer2015]
/// (droplets), [whipple1999] (stream power), [mcdonald2023] (droplets that know the flow), [barnes2014] (spills).
HydraulicResult erode_hydraulically(const Heightmap& map, const HydraulicFields& fields,
                                    const HydraulicErosionParams& params, const RunContext& context);

/// Stage `hydraulic_erosion`.
struct HydraulicErosion {
  using Params = HydraulicErosionParams;
  static double seconds_each(const Params& params) { return params.droplets * (params.reach ? 0.55e-6 : 1.6e-6); }
  static constexpr bool kNeedsOneGrid = true;
  static constexpr bool kKeepsSize = true;
  static CutRule cut_rule(const Params& params) {
    if (!params.reach) return {.given_by = "'reach'", .length_in_samples = "reach"};
    return {.halo = 0, .halo_metres = *params.reach, .length_in_samples = "reach", .window_bytes = 110};
  }
  static constexpr std::array kParts{
      schema::part<Heightmap>("wear", "m", "Depth of eroded ground."),
      schema::part<Heightmap>("deposit", "m", "Depth of deposited sediment."),
      schema::part<Heightmap>("flow", "m2", "Area whose rain passes a sample: large in rivers, small on ridges.")};
  static void require_grid(const Params& params, const GridSpec& grid);
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context);
};

}  // namespace weald::terrain

template <>
struct weald::schema::Schema<weald::terrain::HydraulicErosionParams> {
  using P = weald::terrain::HydraulicErosionParams;
  static constexpr std::string_view kind = "hydraulic_erosion";
  static constexpr std::string_view summary =
      "Hydraulic erosion: droplets of rain carve valleys and gullies, and deposit the sediment that they carry.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap to erode.", "", {}, Presence::required},
      Field{&P::droplets, "droplets", "Droplets per sample at each scale, which determine the duration of the rain.",
            "", Range{0, 64}},
      Field{&P::erosion, "erosion",
            "How fast water erodes its bed: at 1, one batch of droplets removes all that is "
            "too steep.",
            "", Range{0, 1}},
      Field{&P::capacity, "capacity", "Sediment that water carries at a slope of 1; low values give broad fans.", "",
            Range{0, 1000}},
      Field{&P::deposition, "deposition", "Share of the excess sediment that water deposits at each step.", "",
            Range{0, 1}},
      Field{&P::erodibility, "erodibility", "Softness of the ground: a factor of 'erosion'.", "", Range{0, 10}},
      Field{
          &P::area, "area",
          "Drainage area of each sample, m2: rivers have at least this flow, also where their water comes from beyond "
          "the 'reach'; unset: only the water of the droplets counts."},
      Field{&P::reach, "reach",
            "Distance up to which a sample depends on others; needed for tiles and regions, which are then the same as "
            "the whole map. It limits the life of droplets and the number of scales; without scales of wide valleys, "
            "erode a coarse map first. Unset: the whole map.",
            "m", Range{1e-4, 1e6}},
      Field{&P::radius, "radius", "Radius of the bed that a droplet erodes, at least 1.5 samples; unset: 2 samples.",
            "m", Range{0, 1e5}},
      Field{&P::coarsest, "coarsest",
            "Cell size of the coarsest scale, at which the widest valleys form; 0: the largest with 48 samples "
            "across the map.",
            "m", Range{0, 1e6}},
      Field{&P::lifetime, "lifetime", "Steps of one sample that a droplet takes in a batch before the next one starts.",
            "px", Range{4, 256}},
      Field{&P::inertia, "inertia", "Share of its direction that a droplet keeps at each step.", "", Range{0, 0.95}},
      Field{&P::evaporation, "evaporation", "Share of its water that a droplet loses per kilometre.", "1/km",
            Range{0, 0.99}},
      Field{&P::min_slope, "min_slope",
            "Least slope, rise over run, used for the carrying capacity: on flatter "
            "ground, water carries as much as on this slope.",
            "", Range{0, 1}},
      Field{&P::sea_level, "sea_level",
            "Sea level, at which rivers end; unset: they end at the border of the map "
            "only.",
            "m", Range{-1e5, 1e5}}};
};
