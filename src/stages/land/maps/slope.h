#pragma once
// The stage `slope`: the steepness of land.

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "methods/raster/derivatives.h"
#include "schema/decode.h"

namespace weald::maps {

struct SlopeParams {
  schema::Input<Heightmap> from;
};

/// Angle between the surface and the horizontal, degrees: 0 flat, towards 90 vertical.
double slope_degrees(const Derivatives& at);

/// Stage `slope`: a heightmap of degrees.
struct Slope {
  using Params = SlopeParams;
  static double seconds_each(const Params&) { return 3.7e-8; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) { return inputs[params.from]; }
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::maps

template <>
struct weald::schema::Schema<weald::maps::SlopeParams> {
  using P = weald::maps::SlopeParams;
  static constexpr std::string_view kind = "slope";
  static constexpr std::string_view summary =
      "Slope of a heightmap in degrees: 0 is flat, 45 is one metre up per "
      "metre.";
  static constexpr auto fields = Fields{Field{&P::from, "from", "Heightmap to measure.", "", {}, Presence::required}};
};
