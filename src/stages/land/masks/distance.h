#pragma once
// The stage `distance`: the distance of every sample from a mask or from a curve.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/masks/detail/drawing.h"
#include "stages/land/noise/fade.h"

namespace weald::masks {

struct DistanceParams : MapGridParams {
  schema::Input<Heightmap> from{};
  double threshold = 0.5;
  schema::Input<curve::Curve> curve{};
  double tolerance = 0.01;  ///< metres
  bool is_signed = false;
  std::optional<double> max{};      ///< metres
  std::optional<double> falloff{};  ///< metres
  noise::Fade fade = noise::Fade::linear;
};

/// The value of a sample `distance` metres away: the distance, at most `max` on either side of 0; or with `falloff` a
/// mask that falls from 1 at distance 0 to 0.
double distance_value(const DistanceParams& params, double distance);

/// Stage `distance`. From a mask: the exact Euclidean distance, in the ground plane, to the nearest sample that is at
/// least the threshold; signed, the samples of the mask have minus the distance to the nearest sample outside it. From
/// a curve: the exact distance to the flattened curve, seen from above; signed, samples inside its closed paths
/// (nonzero winding number) are negative. Throws StageError if there is nothing to be near to and no `max` or
/// `falloff`.
struct Distance {
  using Params = DistanceParams;
  static double seconds_each(const Params&) { return 1e-8; }
  /// Without a largest distance, the whole mask must be read.
  static CutRule cut_rule(const Params& params) {
    return {.is_allowed = params.curve.given() || params.max || params.falloff,
            .given_by = "'max' or 'falloff'",
            .keeps_inputs = true};
  }
  static GridSpec grid(const Params& params, const InputGrids& inputs);
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
};

}  // namespace weald::masks

template <>
struct weald::schema::Schema<weald::masks::DistanceParams> {
  using P = weald::masks::DistanceParams;
  static constexpr std::string_view kind = "distance";
  static constexpr std::string_view summary =
      "Distance of every sample from the nearest sample of a mask, or from a curve, as metres or as a mask.";
  static constexpr auto fields = joined(
      Fields{
          Field{&P::from, "from", "Heightmap whose samples at or above the threshold are the mask."},
          Field{&P::threshold, "threshold", "Lowest value of samples that belong to the mask.", "", Range{-1e6, 1e6}},
          Field{&P::curve, "curve", "Curve to measure from instead, seen from above: only x and z count."},
          Field{&P::tolerance, "tolerance", "Largest distance between the curve and the polyline that approximates it.",
                "m", Range{1e-4, 1e3}}},
      weald::masks::kMapGridFields,
      Fields{Field{&P::is_signed, "signed",
                   "Whether distances are negative inside: in the mask, where they lead to the nearest sample outside "
                   "it, or inside closed curves."},
             Field{&P::max, "max",
                   "Largest distance: greater ones are set to it; it allows regions of a mask to be built; unset: "
                   "none.",
                   "m", Range{1e-4, 1e6}},
             Field{&P::falloff, "falloff",
                   "Distance over which the result falls from 1 to 0; unset: the result is the distance itself.", "m",
                   Range{1e-4, 1e6}},
             Field{&P::fade, "fade", "Fade from 1 to 0 with 'falloff'."}});
  /// Checks that there is one thing to measure from, that the grid is given once, and that `falloff` stands alone.
  static void check(const P& params, Checker& checker);
};
