#pragma once
// The stage `gradient`: heights that run evenly from one value to another.

#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/field.h"
#include "schema/decode.h"
#include "stages/land/noise/grid_params.h"

namespace weald::noise {

/// Lines of equal height.
enum class GradientShape {
  linear,   ///< straight lines, across the way from `start` to `end`
  radial,   ///< circles around `centre`
  conical,  ///< rays from `centre`, clockwise from `bearing`
};

/// What lies beyond the ends of the gradient.
enum class GradientRepeat {
  none,    ///< the nearer of the two values
  repeat,  ///< the gradient again
  mirror,  ///< the gradient again, every other time reversed
};

struct GradientParams : GridParams {
  GradientShape shape = GradientShape::linear;
  std::array<double, 2> values{0, 1};  ///< metres
  std::optional<Vec2> start{};         ///< world (x, z), metres; unset: the middle of the west edge
  std::optional<Vec2> end{};           ///< world (x, z), metres; unset: the middle of the east edge
  std::optional<Vec2> centre{};        ///< world (x, z), metres; unset: the middle of the map
  std::optional<double> radius{};      ///< metres; unset: to the nearest edges of the map
  double bearing = 0;                  ///< degrees clockwise from north
  double turn = 360;                   ///< degrees
  GradientRepeat repeat = GradientRepeat::none;
  std::vector<Vec2> curve{};  ///< points of shares, x increasing; empty: a straight line
};

/// Position of a point in world (x, z) on the gradient before `repeat`: 0 at its start, 1 at its end. A conical one is
/// 0 in its centre. Pre: a linear gradient ends elsewhere than it starts. Source: [bellamy2018].
std::function<double(const Vec2&)> gradient_position(const GradientParams& params);

/// A position on the gradient moved into 0..1.
double repeated(GradientRepeat repeat, double position);

/// Stage `gradient`.
struct Gradient {
  using Params = GradientParams;
  static double seconds_each(const Params&) { return 5e-9; }
  static GridSpec grid(const Params& params, const InputGrids&) { return grid_spec(params); }
  static FieldKernel kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                            const RunContext& context);
};

}  // namespace weald::noise

template <>
struct weald::schema::EnumNames<weald::noise::GradientShape> {
  static constexpr auto names = names_in_order<weald::noise::GradientShape>("linear", "radial", "conical");
};

template <>
struct weald::schema::EnumNames<weald::noise::GradientRepeat> {
  static constexpr auto names = names_in_order<weald::noise::GradientRepeat>("none", "repeat", "mirror");
};

template <>
struct weald::schema::Schema<weald::noise::GradientParams> {
  using P = weald::noise::GradientParams;
  static constexpr std::string_view kind = "gradient";
  static constexpr std::string_view summary =
      "Heights that run from one value to another: along a line, outwards from a point, or around one.";
  static constexpr auto fields = joined(
      weald::noise::kGridFields,
      Fields{Field{&P::shape, "shape",
                   "Direction of the change: linear, from 'start' to 'end'; radial, outwards from 'centre'; conical, "
                   "clockwise around 'centre'."},
             Field{&P::values, "values", "Height at the start and at the end of the gradient.", "m", Range{-1e6, 1e6}},
             Field{&P::start, "start",
                   "World x and z at which a linear gradient starts; unset: the middle of the west edge of the map.",
                   "m", Range{-1e9, 1e9}},
             Field{&P::end, "end",
                   "World x and z at which a linear gradient ends; unset: the middle of the east edge of the map.", "m",
                   Range{-1e9, 1e9}},
             Field{&P::centre, "centre",
                   "World x and z of the centre of a radial or conical gradient; unset: the middle of the map.", "m",
                   Range{-1e9, 1e9}},
             Field{&P::radius, "radius",
                   "Distance from the centre at which a radial gradient ends; unset: half of the shorter side of the "
                   "map.",
                   "m", Range{1e-4, 1e9}},
             Field{&P::bearing, "bearing", "Bearing at which a conical gradient starts, clockwise from north.", "deg",
                   Range{-360, 360}},
             Field{&P::turn, "turn", "Angle over which a conical gradient runs from its start to its end.", "deg",
                   Range{1e-3, 360}},
             Field{&P::repeat, "repeat",
                   "Continuation beyond the ends: none, the height of the nearer end; repeat, the gradient again; "
                   "mirror, the gradient again, reversed every other time."},
             Field{&P::curve, "curve",
                   "Points [x, y] of a monotone curve from the position on the gradient to the share of the way from "
                   "the first height to the second, with x increasing; empty: a straight line.",
                   "", Range{-100, 100}}});
  /// Checks that parameters belong to the shape, that a linear gradient has a length, and the points of the curve.
  static void check(const P& params, Checker& checker);
};
