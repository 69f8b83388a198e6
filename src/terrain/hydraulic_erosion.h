#pragma once
// The stage `hydraulic_erosion`: rain that runs down the slopes, wears gullies and valleys and lays down fans.

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

#include "core/heightmap.h"
#include "core/run_context.h"
#include "schema/artifact_names.h"
#include "schema/decode.h"
#include "schema/driven.h"
#include "schema/part.h"

namespace weald::terrain {

struct HydraulicErosionParams {
  schema::Input<Heightmap> from;
  double droplets = 3;             ///< per sample
  double strength = 1;
  std::optional<double> radius;    ///< metres
  double coarsest = 0;             ///< metres; 0: so that the shorter side has about 64 samples
  int lifetime = 64;               ///< steps
  double inertia = 0.3;
  double capacity = 30;
  double erosion = 0.1;
  double deposition = 0.05;
  double evaporation = 0.02;
  double min_slope = 0.005;
  std::optional<double> sea_level;  ///< metres
  schema::Driven erodibility = 1;
};

/// What erosion leaves.
struct HydraulicResult {
  Heightmap heights;
  Heightmap wear;     ///< metres worn off
  Heightmap deposit;  ///< metres laid down
  Heightmap flow;     ///< square metres whose rain passes
  /// The balance, in one unit: laid down less worn off, summed over the padded grid, plus what left is exactly 0.
  std::int64_t net = 0;
  std::int64_t left = 0;
  std::int64_t droplets = 0;  ///< that fell, on all scales
};

HydraulicResult erode_hydraulically(const Heightmap& map, const Heightmap* erodibility,
                                    const HydraulicErosionParams& params, const RunContext& context);

/// Stage `hydraulic_erosion`.
struct HydraulicErosion {
  using Params = HydraulicErosionParams;
  static constexpr std::array kParts{
      schema::part<Heightmap>("wear", "m", "Height that was worn off."),
      schema::part<Heightmap>("deposit", "m", "Height of what was laid down."),
      schema::part<Heightmap>("flow", "m2", "Area whose rain passes; large in rivers.")};
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context);
};

}  // namespace weald::terrain

template <>
struct weald::schema::Schema<weald::terrain::HydraulicErosionParams> {
  using P = weald::terrain::HydraulicErosionParams;
  static constexpr std::string_view kind = "hydraulic_erosion";
  static constexpr std::string_view summary =
      "Hydraulic erosion: droplets of rain wear valleys and gullies, and lay down what they carry.";
  static constexpr auto fields = std::tuple{
      Field{&P::from, "from", "Heightmap to erode.", "", {}, Presence::required},
      Field{&P::droplets, "droplets", "Droplets per sample, on each of the scales.", "", Range{0, 64}},
      Field{&P::strength, "strength", "Strength.", "", Range{0, 100}},
      Field{&P::radius, "radius", "Radius of the bed that a droplet wears; unset: two cells.", "m", Range{0, 1e5}},
      Field{&P::coarsest, "coarsest", "Cell size of the coarsest scale.", "m", Range{0, 1e6}},
      Field{&P::lifetime, "lifetime", "Steps of one sample that a droplet runs at most.", "", Range{1, 256}},
      Field{&P::inertia, "inertia", "Share of its direction that a droplet keeps at each step.", "", Range{0, 0.99}},
      Field{&P::capacity, "capacity", "Sediment that a droplet can carry.", "", Range{0, 1000}},
      Field{&P::erosion, "erosion", "Wear.", "", Range{0, 10}},
      Field{&P::deposition, "deposition", "Share.", "", Range{0, 1}},
      Field{&P::evaporation, "evaporation", "Share of its water that a droplet loses on each kilometre.", "1/km", Range{0, 0.5}},
      Field{&P::min_slope, "min_slope", "Least slope.", "", Range{0, 1}},
      Field{&P::sea_level, "sea_level", "Height of the sea, where rivers end.", "m", Range{-1e5, 1e5}},
      Field{&P::erodibility, "erodibility", "Erodibility.", "", Range{0, 10}}};
};
