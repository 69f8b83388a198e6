#pragma once
// Stage `carve`: a curve levels or lowers the ground within a width, with blended shoulders.
//
// The effect on a sample depends on the nearest point of the curve, seen from above: within half the width the ground
// takes the curve's height (level) or sinks by the depth (lower); over the shoulder the effect fades out. With a
// batter, mode level works like earthworks: beside the bed only ground above the slope of the cut or below that of the
// fill is moved, and the effect fades over the outer half of the shoulder. The ground may have a step where two
// stretches of the curve are equally near; keep them at least twice the shoulder apart. Mode river takes the width from
// the curve, and beyond this width only lowers the ground.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/field.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/land/noise/fade.h"

namespace weald::terrain {

/// What the curve does to the ground.
enum class CarveMode {
  level,  ///< the ground takes the height of the curve: roads, terraces
  lower,  ///< the ground sinks by a depth: ditches; a negative depth raises it
  river,  ///< the ground takes the height of the curve minus the depth, across the river's own width
};

struct CarveParams {
  schema::Input<Heightmap> from;
  schema::Input<curve::Curve> curve;
  CarveMode mode = CarveMode::level;
  double width = 8;
  double shoulder = 6;
  noise::Fade profile = noise::Fade::cubic;
  double depth = 1;
  double offset = 0;
  std::optional<double> batter;
  double tolerance = 0.01;
};

/// Share of the full effect at `distance` metres from the curve: 1 within half the width (with a batter, and half the
/// shoulder), 0 beyond the shoulder.
double carve_share(const CarveParams& params, double distance);

/// Smallest width, in samples, of the level bed of a river. In narrower beds, interpolation between samples would raise
/// the middle towards the banks.
inline constexpr double kMinBedSamples = 2.9;

/// Stage `carve`.
struct Carve {
  using Params = CarveParams;
  static double seconds_each(const Params&) { return 1e-8; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) { return inputs[params.from]; }
  /// Pointwise. Throws StageError if the curve cannot be flattened to the tolerance.
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::terrain

template <>
struct weald::schema::EnumNames<weald::terrain::CarveMode> {
  static constexpr auto names = names_in_order<weald::terrain::CarveMode>("level", "lower", "river");
};

template <>
struct weald::schema::Schema<weald::terrain::CarveParams> {
  using P = terrain::CarveParams;
  static constexpr std::string_view kind = "carve";
  static constexpr std::string_view summary = "Levels or lowers the ground along a curve.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap to carve.", "", {}, Presence::required},
      Field{&P::curve,
            "curve",
            "Curve to follow: x and z give the position, y the height to level to.",
            "",
            {},
            Presence::required},
      Field{&P::mode, "mode",
            "How the ground is changed: level brings it to the height of the curve; lower sinks it by the depth; "
            "river cuts a bed as wide as the river and the depth below the curve, at least three samples wide."},
      Field{&P::width, "width",
            "Width across the curve with full effect; in mode river, the width of curves without widths.", "m",
            Range{0, 1e5}},
      Field{&P::shoulder, "shoulder", "Width on each side over which the effect fades out.", "m", Range{0, 1e5}},
      Field{&P::profile, "profile",
            "How the shoulders fade from the full effect to none; all curves but linear are flat at both ends."},
      Field{&P::depth, "depth",
            "How far the ground sinks in mode lower, and how far a bed lies below its river; negative values raise "
            "it.",
            "m", Range{-1e5, 1e5}},
      Field{&P::offset, "offset", "Height added to the curve in mode level.", "m", Range{-1e5, 1e5}},
      Field{&P::batter, "batter",
            "Slope of cuts and fills in mode level, rise over run: ground between them is left unchanged; unset: no "
            "limit.",
            "", Range{0.01, 100}},
      Field{&P::tolerance, "tolerance", "Largest distance between the curve and the polyline that approximates it.",
            "m", Range{1e-4, 1e3}}};
  /// Checks that a batter is given in mode level only, and that the width is not 0.
  static void check(const P& params, Checker& checker);
};
