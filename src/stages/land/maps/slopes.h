#pragma once
// The stages `slope`, `aspect`, `curvature` and `hillshade`, which map the derivatives of a heightmap.

#include <array>
#include <optional>
#include <utility>

#include "base/math/vec.h"
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

/// Types of curvature. All are positive where the land is convex (spurs, crests) and negative where it is concave.
enum class CurvatureKind {
  profile,     ///< the vertical cut along the steepest slope
  plan,        ///< the contour line; its radius is limited to at least a cell
  tangential,  ///< the vertical cut along the contour line
  mean,        ///< half the sum of the principal curvatures
};

struct CurvatureParams {
  schema::Input<Heightmap> from;
  CurvatureKind type = CurvatureKind::mean;
};

/// Curvature of a surface, 1/m. All types but the mean are 0 where the surface is level and has no direction.
/// `cell_size` in metres. Source: [florinsky2016], with the opposite sign.
double curvature(CurvatureKind kind, const Derivatives& at, double cell_size);

/// Stage `curvature`: a heightmap of 1/m.
struct Curvature {
  using Params = CurvatureParams;
  static double seconds_each(const Params&) { return 1.2e-8; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) { return inputs[params.from]; }
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

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
struct weald::schema::Schema<weald::maps::SlopeParams> {
  using P = weald::maps::SlopeParams;
  static constexpr std::string_view kind = "slope";
  static constexpr std::string_view summary =
      "Slope of a heightmap in degrees: 0 is flat, 45 is one metre up per "
      "metre.";
  static constexpr auto fields = Fields{Field{&P::from, "from", "Heightmap to measure.", "", {}, Presence::required}};
};

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

template <>
struct weald::schema::EnumNames<weald::maps::CurvatureKind> {
  static constexpr auto names = names_in_order<weald::maps::CurvatureKind>("profile", "plan", "tangential", "mean");
};

template <>
struct weald::schema::Schema<weald::maps::CurvatureParams> {
  using P = weald::maps::CurvatureParams;
  static constexpr std::string_view kind = "curvature";
  static constexpr std::string_view summary =
      "Curvature of a heightmap in 1/m: positive on crests and spurs, negative in hollows and valleys.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap to measure.", "", {}, Presence::required},
      Field{&P::type, "type",
            "Type of curvature: profile, along the slope line; plan, of the contour line; tangential, of the normal "
            "section along the contour; mean, the average over all directions."}};
};

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
