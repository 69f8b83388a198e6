#pragma once
// The stage `aspect`: the direction that slopes face.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "methods/raster/derivatives.h"
#include "schema/decode.h"

namespace weald::maps {

struct AspectParams {
  schema::Input<Heightmap> from;
  double flat = -1;  ///< degrees, or a number outside 0 .. 360
};

/// Bearing in which the surface falls most steeply, degrees clockwise from north, at least 0 and below 360; unset if it
/// is level.
std::optional<double> aspect_degrees(const Derivatives& at);

/// Stage `aspect`: a heightmap of degrees.
struct Aspect {
  using Params = AspectParams;
  static double seconds_each(const Params&) { return 3.7e-8; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) { return inputs[params.from]; }
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::maps

template <>
struct weald::schema::Schema<weald::maps::AspectParams> {
  using P = weald::maps::AspectParams;
  static constexpr std::string_view kind = "aspect";
  static constexpr std::string_view summary =
      "Bearing that the slopes of a heightmap face, in degrees: 0 north, 90 east, 180 south, 270 west.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Heightmap to measure.", "", {}, Presence::required},
             Field{&P::flat, "flat", "Value of level samples, which have no aspect.", "deg", Range{-360, 360}}};
};
