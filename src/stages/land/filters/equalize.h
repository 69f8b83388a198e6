#pragma once
// The stage `equalize`: gives the heights of a map another distribution.

#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "schema/decode.h"

namespace weald::filters {

struct EqualizeParams {
  schema::Input<Heightmap> from;
  double strength = 1;        ///< 0: no change; 1: the target distribution
  std::vector<Vec2> curve{};  ///< points of shares of ground and of the range, both increasing; empty: a straight line
};

/// Stage `equalize`. Each height becomes its rank among the samples, scaled to 0 for the lowest height and 1 for the
/// highest, and mapped by the curve into the range of the heights; `strength` is the share of the way to that. Equal
/// heights have the mean of their ranks, so they stay equal, and the order of heights is kept. Source: [gonzalez2018].
struct Equalize {
  using Params = EqualizeParams;
  static double seconds_each(const Params&) { return 2.2e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Heightmap run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::filters

template <>
struct weald::schema::Schema<weald::filters::EqualizeParams> {
  using P = weald::filters::EqualizeParams;
  static constexpr std::string_view kind = "equalize";
  static constexpr std::string_view summary =
      "Histogram equalisation: changes heights, but not their order, so that every height of their range is equally "
      "frequent, or as frequent as a hypsometric curve says.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap whose heights are redistributed.", "", {}, Presence::required},
      Field{&P::strength, "strength",
            "Share of the way from the heights as they are, 0, to the target distribution, 1.", "", Range{0, 1}},
      Field{&P::curve, "curve",
            "Hypsometric curve of the target: points [x, y], where the share x of the ground lies below the share y of "
            "the range of heights, both increasing from 0 to 1; empty: a straight line, for equal shares.",
            "", Range{0, 1}}};
  /// Checks that the curve has 2 to 1000 points, x increasing from 0 to 1, and that y never falls.
  static void check(const P& params, Checker& checker);
};
