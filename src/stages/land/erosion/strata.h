#pragma once
// The stage `strata`: hard and soft layers of rock, exposed as cliffs and benches.

#include <cstdint>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/driven.h"
#include "data/field.h"
#include "data/heightmap.h"
#include "schema/decode.h"

namespace weald::terrain {

struct StrataParams {
  schema::Input<Heightmap> from;
  double thickness = 60;  ///< metres
  double irregularity = 0.5;
  schema::Driven hardness = 0.85;
  double cliff = 0.5;
  double bench = 0.5;
  double dip = 0;             ///< degrees
  double dip_direction = 90;  ///< degrees
  double offset = 0;          ///< metres
  schema::Driven warp = 0;    ///< metres
};

/// A bed: soft below, hard on top. Levels in metres, in the order of the fields.
struct RockBed {
  double foot = 0;
  double edge = 0;      ///< where the hard part begins
  double top = 0;       ///< where the next bed begins
  double strength = 1;  ///< of the hard part, factor of the hardness: 0.5 to 1
};

/// The bed that contains `level`, including its foot; beds are stacked without end, and `seed` determines the thickness
/// of each. Pre: |level| at most 10^15 thicknesses.
RockBed bed_at(const StrataParams& params, double level, std::uint64_t seed);

/// The level to which `level` erodes if hard rock has this `hardness` (0 to 1). Foot and top of the bed are unchanged.
/// Does not decrease with `level`, and strictly increases below hardness 1. Pre: `bed` contains the level.
double eroded_level(const StrataParams& params, const RockBed& bed, double hardness, double level);

/// Stage `strata`: moves each height within its bed. The hard part of a bed takes a smaller share of the input heights
/// than of the output heights: slopes become steeper there by a factor of 1 / (1 - hardness * strength), and gentler on
/// the soft part, most of all at the edge of the bed below. Layers are level, dip evenly, or follow a heightmap.
/// Heights change by less than the thickness of a bed. Pointwise: at a given position, higher ground stays higher.
/// Heights that are not finite, or more than 10^15 beds high, are unchanged. Source: [benes2001] (layers of different
/// hardness).
struct Strata {
  using Params = StrataParams;
  static double seconds_each(const Params&) { return 7e-9; }
  /// Throws StageError if a driving heightmap lies on another grid.
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::terrain

template <>
struct weald::schema::Schema<weald::terrain::StrataParams> {
  using P = weald::terrain::StrataParams;
  static constexpr std::string_view kind = "strata";
  static constexpr std::string_view summary =
      "Layers of hard and soft rock: cliffs where hard layers are exposed, benches and slopes on the soft ones.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap whose slopes expose the layers.", "", {}, Presence::required},
      Field{&P::thickness, "thickness", "Mean thickness of a bed: a soft layer and the hard one above it.", "m",
            Range{1e-3, 1e5}},
      Field{&P::irregularity, "irregularity", "How much the beds vary in thickness, hardness and share of hard rock.",
            "", Range{0, 0.9}},
      Field{&P::hardness, "hardness",
            "Steepness of cliffs, as a number or a heightmap: 0 changes nothing, 0.8 makes slopes five times as steep, "
            "1 makes them vertical.",
            "", Range{0, 1}},
      Field{&P::cliff, "cliff", "Share of a bed that is hard.", "", Range{0.05, 0.95}},
      Field{&P::bench, "bench",
            "How flat soft layers are at the edge of the cliff below them; they steepen towards the cliff above.", "",
            Range{0, 1}},
      Field{&P::dip, "dip", "Angle at which the layers dip.", "deg", Range{0, 80}},
      Field{&P::dip_direction, "dip_direction", "Bearing towards which the layers dip: 0 north, 90 east.", "deg",
            Range{-360, 360}},
      Field{&P::offset, "offset", "Height by which all layers are raised.", "m", Range{-1e5, 1e5}},
      Field{&P::warp, "warp", "Height by which the layers are raised at each place, usually a heightmap.", "m",
            Range{-1e5, 1e5}}};
};
