#pragma once
// The stage `select`: a mask of the ground by height, slope and curvature.

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/maps/detail/ground_conditions.h"

namespace weald::maps {

struct SelectParams : GroundConditions {
  schema::Input<Heightmap> from;
  bool invert = false;
};

/// Stage `select`: the product of the weights of the conditions, 0 to 1; 1 minus it with `invert`.
struct Select {
  using Params = SelectParams;
  static double seconds_each(const Params&) { return 3e-8; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) { return inputs[params.from]; }
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::maps

template <>
struct weald::schema::Schema<weald::maps::SelectParams> {
  using P = weald::maps::SelectParams;
  static constexpr std::string_view kind = "select";
  static constexpr std::string_view summary =
      "Mask of the ground by height, slope and curvature: 1 where all given conditions hold, 0 elsewhere, with soft "
      "limits.";
  static constexpr auto fields = joined(
      Fields{Field{
          &P::from, "from", "Heightmap whose heights, slopes and curvatures are tested.", "", {}, Presence::required}},
      weald::maps::kGroundFields,
      Fields{Field{&P::invert, "invert", "Whether the mask is 0 where the conditions hold and 1 elsewhere."}});
  /// Requires a condition.
  static void check(const P& params, Checker& checker);
};
