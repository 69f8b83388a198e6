#pragma once
// The stage `curvature`: how strongly land is convex or concave.

#include <array>
#include <utility>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "methods/raster/derivatives.h"
#include "schema/decode.h"

namespace weald::maps {

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

}  // namespace weald::maps

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
