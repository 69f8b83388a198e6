#pragma once
// The stage `sky_view`: the share of the sky that is visible from every sample; ambient occlusion.
//
// Horizons are found along lines that follow integer steps of the grid, in both directions, with an upper hull on a
// stack: there is no radius. The directions are not evenly spaced, so each is weighted by its sector.

#include <array>
#include <optional>
#include <utility>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/heightmap.h"
#include "schema/decode.h"

namespace weald::maps {

/// What is measured.
enum class SkyMeasure {
  horizontal,  ///< share of an even sky's light that falls on a horizontal surface
  tilted,      ///< share of the sky's light that falls on the slope itself
  occlusion,   ///< share of the sky's light on the slope, relative to the same slope without obstructions
};

struct SkyViewParams {
  schema::Input<Heightmap> from;
  SkyMeasure measure = SkyMeasure::occlusion;
  int directions = 16;
  double exaggeration = 1;  ///< factor of the heights
  std::optional<double> distance{};
};

/// Samples beyond the distance that a horizon depends on: the next one on its line, or those for its slope.
inline constexpr int kBeyondHorizon = 4;

/// The measure of every sample, 0 (no sky) to 1 (the whole sky). Only land on the map limits the sky. Source:
/// [dozier1990], for the light of a slope.
Heightmap sky_view(const Heightmap& map, const SkyViewParams& params, const RunContext& context);

/// Stage `sky_view`.
struct SkyView {
  using Params = SkyViewParams;
  static double seconds_each(const Params& params) { return params.directions * (params.distance ? 1.2e-7 : 4.3e-8); }
  static constexpr bool kKeepsSize = true;
  static CutRule cut_rule(const Params& params) {
    if (!params.distance) return {.given_by = "'distance'"};
    return {.halo = kBeyondHorizon, .halo_metres = *params.distance};
  }
  static Heightmap run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return sky_view(inputs[params.from], params, context);
  }
};

}  // namespace weald::maps

template <>
struct weald::schema::EnumNames<weald::maps::SkyMeasure> {
  static constexpr auto names = names_in_order<weald::maps::SkyMeasure>("horizontal", "tilted", "occlusion");
};

template <>
struct weald::schema::Schema<weald::maps::SkyViewParams> {
  using P = weald::maps::SkyViewParams;
  static constexpr std::string_view kind = "sky_view";
  static constexpr std::string_view summary =
      "Share of the sky that is visible from each sample of a heightmap, 0 to 1: ambient occlusion, or the sky view "
      "factor.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Heightmap whose view of the sky is measured.", "", {}, Presence::required},
             Field{&P::measure, "measure",
                   "What is measured: horizontal, the light of an even sky on a level surface at the sample; tilted, "
                   "its light on the slope itself; occlusion, tilted divided by the light on an unobstructed slope."},
             Field{&P::directions, "directions",
                   "Number of directions in which the horizon is searched: 8, 16, 32 "
                   "or 48.",
                   "", Range{8, 48}},
             Field{&P::exaggeration, "exaggeration", "Vertical exaggeration of the heights before they are measured.",
                   "", Range{1e-3, 1e3}},
             Field{&P::distance, "distance",
                   "Distance up to which land limits the sky; needed for tiles and regions, which are then the same as "
                   "the whole map; unset: the whole map.",
                   "m", Range{1e-4, 1e6}}};
  /// Checks that the number of directions is one of those available.
  static void check(const P& params, Checker& checker);
};
