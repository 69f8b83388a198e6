#pragma once
// The stage `hillshade`: the brightness of slopes under one light.

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "methods/raster/derivatives.h"
#include "schema/decode.h"

namespace weald::maps {

struct HillshadeParams {
  schema::Input<Heightmap> from;
  double azimuth = 315;     ///< degrees
  double elevation = 45;    ///< degrees
  double exaggeration = 1;  ///< factor of the heights
  double ambient = 0;       ///< share of ambient light from the whole sky
};

/// Brightness, 0 to 1: raster::hillshade() for the direct light, and for the ambient share the brightness of a surface
/// without horizon under an even sky, (1 + cos slope) / 2; both share one division. `light` is direction_of() the
/// parameters.
double shade(const HillshadeParams& params, const Vec3& light, const Derivatives& at);

/// Stage `hillshade`: a heightmap from 0 (dark) to 1.
struct Hillshade {
  using Params = HillshadeParams;
  static double seconds_each(const Params&) { return 1.2e-8; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) { return inputs[params.from]; }
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::maps

template <>
struct weald::schema::Schema<weald::maps::HillshadeParams> {
  using P = weald::maps::HillshadeParams;
  static constexpr std::string_view kind = "hillshade";
  static constexpr std::string_view summary =
      "Brightness of slopes under a light, from 0 to 1, without cast shadows; to draw a finished map, use 'picture' "
      "instead.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Heightmap to light.", "", {}, Presence::required},
             Field{&P::azimuth, "azimuth", "Bearing of the light: 0 north, 90 east.", "deg", Range{0, 360}},
             Field{&P::elevation, "elevation", "Height of the light above the horizon.", "deg", Range{0, 90}},
             Field{&P::exaggeration, "exaggeration", "Vertical exaggeration of the heights before lighting.", "",
                   Range{1e-3, 1e3}},
             Field{&P::ambient, "ambient",
                   "Share of ambient light, which comes from the whole sky and reaches every slope.", "", Range{0, 1}}};
};
