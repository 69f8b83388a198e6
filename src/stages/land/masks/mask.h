#pragma once
// The stage `mask`: 1 inside closed curves, along open ones and around points, 0 elsewhere.

#include <array>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/estimates.h"
#include "data/field.h"
#include "methods/curve/winding.h"
#include "schema/decode.h"
#include "stages/land/masks/detail/drawing.h"
#include "stages/land/noise/fade.h"

namespace weald::masks {

/// Where the ramp of a feathered border lies.
enum class FeatherSide {
  centred,  ///< half inside, half outside
  inside,
  outside,
};

struct MaskParams : MapGridParams {
  std::vector<schema::Input<curve::Curve>> curves{};
  curve::FillRule rule = curve::FillRule::nonzero;
  std::vector<schema::Input<curve::Curve>> holes{};
  double width = 0;  ///< metres
  std::vector<Vec2> points{};
  double radius = 10;  ///< metres
  double feather = 0;  ///< metres
  FeatherSide side = FeatherSide::centred;
  noise::Fade fade = noise::Fade::cubic;
  double tolerance = 0.01;  ///< metres
};

/// The mask `distance` metres outside the border; negative inside. Without a feather 1 up to the border, and 0 beyond.
double feathered(const MaskParams& params, double distance);

/// Stage `mask`: the union of the areas that closed paths fill by the rule, bands along open paths and discs around
/// points, minus the holes. Ramps follow the exact distance to the border of each of them; where shapes overlap, the
/// distance to the union is the least, and to the rest beside a hole the greatest, of theirs.
struct Mask {
  using Params = MaskParams;
  static double seconds_each(const Params&) { return 2e-8; }
  static GridSpec grid(const Params& params, const InputGrids& inputs) { return map_grid(params, inputs); }
  static void require_inputs(const Params& params, const schema::Estimates& inputs);
  /// Throws StageError for an open path without a width, and as curve::flatten() and curve::outline().
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::masks

template <>
struct weald::schema::EnumNames<weald::curve::FillRule> {
  static constexpr auto names = names_in_order<weald::curve::FillRule>("nonzero", "even_odd");
};

template <>
struct weald::schema::EnumNames<weald::masks::FeatherSide> {
  static constexpr auto names = names_in_order<weald::masks::FeatherSide>("centred", "inside", "outside");
};

template <>
struct weald::schema::Schema<weald::masks::MaskParams> {
  using P = weald::masks::MaskParams;
  static constexpr std::string_view kind = "mask";
  static constexpr std::string_view summary =
      "Mask of 1 inside closed curves, along open curves and around points, and 0 elsewhere, with soft borders.";
  static constexpr auto fields = joined(
      Fields{Field{&P::curves, "curves",
                   "Curves seen from above: closed paths are filled, open ones become bands of the width 'width'."},
             Field{&P::rule, "rule",
                   "Which places closed paths enclose: nonzero, all whose winding number, counted over all curves, is "
                   "not 0; even_odd, those with an odd one, so that overlaps become holes."},
             Field{&P::holes, "holes", "Curves that are cut out, filled by the same rule and widths."},
             Field{&P::width, "width", "Width of the bands along open paths.", "m", Range{0, 1e5}},
             Field{&P::points, "points", "Places [x, z], the centres of discs.", "m", Range{-1e9, 1e9}},
             Field{&P::radius, "radius", "Radius of the discs around points.", "m", Range{1e-4, 1e5}},
             Field{&P::feather, "feather", "Width of the ramp from 1 to 0 along the borders; 0: hard borders.", "m",
                   Range{0, 1e5}},
             Field{&P::side, "side", "Where the ramp lies: centred on the border, inside or outside."},
             Field{&P::fade, "fade", "Fade of the ramp."},
             Field{&P::tolerance, "tolerance",
                   "Largest distance between a curve and the polyline that approximates it.", "m", Range{1e-4, 1e3}}},
      weald::masks::kMapGridFields);
  /// Checks that there is something to draw, that the grid is given once, and that keys are not given in vain.
  static void check(const P& params, Checker& checker);
};
