#pragma once
// The stage `dunes`: wind blows sand into dunes.

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

#include "core/heightmap.h"
#include "core/run_context.h"
#include "noise/grid_params.h"
#include "schema/artifact_names.h"
#include "schema/decode.h"
#include "schema/driven.h"
#include "schema/part.h"

namespace weald::terrain {

struct DunesParams : noise::GridParams {
  schema::Input<Heightmap> from;
  schema::Driven sand = 4;    ///< metres
  double wind = 270;          ///< degrees
  double spread = 12;         ///< degrees
  int iterations = 400;
  std::optional<double> hop;  ///< metres
  double lift = 0.1;
  double speed_up = 3;
  double hard_ground = 0.5;
  double shadow = 15;  ///< degrees
  double repose = 33;  ///< degrees
};

/// Sand on its ground.
struct DuneLand {
  Heightmap heights;
  Heightmap sand;                 ///< metres
  std::int64_t sand_before = 0;   ///< units
  std::int64_t sand_after = 0;    ///< units
};

DuneLand blow_dunes(const DunesParams& params, const GridSpec& grid, const Heightmap* bedrock,
                    const Heightmap* sand_field, const RunContext& context);

/// Stage `dunes`.
struct Dunes {
  using Params = DunesParams;
  static constexpr std::array kParts{schema::part<Heightmap>("sand", "m", "Thickness of the sand.")};
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context);
};

}  // namespace weald::terrain

template <>
struct weald::schema::Schema<weald::terrain::DunesParams> {
  using P = weald::terrain::DunesParams;
  static constexpr std::string_view kind = "dunes";
  static constexpr std::string_view summary = "Wind blows sand into dunes with slip faces.";
  static constexpr auto fields = std::tuple_cat(
      std::tuple{
          Field{&P::from, "from", "Ground below the sand; unset: even ground. Gives the grid too."},
          Field{&P::sand, "sand", "Depth of the sand if it were spread evenly, or a field of it.", "m", Range{0, 1e4}},
          Field{&P::wind, "wind", "Bearing from which the wind blows: 0 north, 90 east.", "deg", Range{-360, 360}},
          Field{&P::spread, "spread", "Largest angle by which the wind turns aside, now and then.", "deg", Range{0, 30}},
          Field{&P::iterations, "iterations", "Steps of wind.", "", Range{0, 10000}},
          Field{&P::hop, "hop", "Mean way that sand flies before it lands on sand; unset: 5 samples.", "m",
                Range{1e-4, 1e5}},
          Field{&P::lift, "lift", "Sand that the wind takes in one step, as a share of the cell size.", "", Range{0, 1}},
          Field{&P::speed_up, "speed_up", "By how much more wind takes where the ground rises.", "", Range{0, 20}},
          Field{&P::hard_ground, "hard_ground", "Share of 'landing' on bare ground compared to sand.", "", Range{0, 1}},
          Field{&P::shadow, "shadow", "Angle of the wind's shadow behind a crest.", "deg", Range{5, 45}},
          Field{&P::repose, "repose", "Steepest slope on which sand lies.", "deg", Range{5, 60}}},
      noise::kGridFields);
};
