#pragma once
// Stage `drape`: lays a curve on the ground with a smooth course and a limited gradient, like a road.
//
// The curve keeps its course on the map (x, z). Its height is sampled from the ground at equal distances and then
// limited to the gradient: the limited course lies halfway between the lowest course above the ground and the highest
// course below it that keep the limit, which balances cuts and fills. The course is then smoothed by a bell-shaped
// filter over the given length and turned into a cubic B-spline. None of these steps can exceed the limit. The same
// curve then serves `carve` (the bed) and `sweep` (the road).

#include <span>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/heightmap.h"
#include "data/tile_gatherer.h"
#include "schema/decode.h"
#include "schema/input.h"

namespace weald::terrain {

struct DrapeParams {
  schema::Input<curve::Curve> from;
  schema::Input<Heightmap> on;
  double spacing = 2;
  double smoothing = 40;
  double max_grade = 0.12;
  double offset = 0;
};

/// Heights along a path, at equal distances.
struct Course {
  std::vector<double> heights;  ///< metres
  double spacing = 1;           ///< metres
  bool closed = false;          ///< the last height is followed by the first
};

/// The course limited to steps of `max_grade` x spacing: the mean of its upper and lower envelopes of that slope.
Course limited(const Course& course, double max_grade);

/// The course after four running means that together have the standard deviation `length` / 4, none of which increases
/// a step. Ends are continued by point reflection, which preserves a straight slope. Closed courses wrap.
Course smoothed(const Course& course, double length);

/// `curve` draped on `ground` as cubic segments of about `spacing` metres. Beyond the ground's edge the nearest height
/// is used, with a warning to `context`. Throws StageError (key "spacing") for more than a million segments, and (key
/// "from") for a path without extent on the map.
curve::Curve drape(const curve::Curve& curve, const Heightmap& ground, const DrapeParams& params,
                   const RunContext& context);

/// Stage `drape`. For a region only the samples around the curve are held in memory, and only the tiles that it crosses
/// are made.
struct Drape {
  using Params = DrapeParams;
  /// Tells only which paths it has: those of the curve.
  static Estimate estimate(const Params& params, const schema::Estimates& inputs) {
    return {.paths = inputs[params.from].paths};
  }
  static GathererMaker gatherer(const Params& params);
  static curve::Curve run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return drape(inputs[params.from], inputs[params.on], params, context);
  }
};

}  // namespace weald::terrain

template <>
struct weald::schema::Schema<weald::terrain::DrapeParams> {
  using P = terrain::DrapeParams;
  static constexpr std::string_view kind = "drape";
  static constexpr std::string_view summary =
      "Drapes a curve on the ground with a smoothed course and a limited "
      "gradient.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Curve to drape; its x and z are kept.", "", {}, Presence::required},
      Field{&P::on, "on", "Heightmap to drape it on.", "", {}, Presence::required},
      Field{&P::spacing, "spacing", "Distance between the points where the height of the ground is sampled.", "m",
            Range{0.01, 1e4}},
      Field{&P::smoothing, "smoothing", "Length over which the course is smoothed; 0: not at all.", "m", Range{0, 1e5}},
      Field{&P::max_grade, "max_grade", "Steepest gradient, rise over run.", "", Range{0, 100}},
      Field{&P::offset, "offset", "Height above the smoothed course.", "m", Range{-1e5, 1e5}}};
};
