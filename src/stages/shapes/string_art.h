#pragma once
// Stage `string_art`: straight lines whose envelopes are spirals ("straight line curves").
//
// The walk goes round a polygon: every new line ends at a fixed distance along the line drawn one round earlier, until
// that line is no longer than the distance (to a millionth). As the distance approaches 0, the corners move along
// pursuit curves ("four ants"). Source: [gardner1965] (pursuit).

#include <span>
#include <vector>

#include "base/run_context.h"
#include "data/curve.h"
#include "data/estimates.h"
#include "schema/decode.h"
#include "schema/input.h"

namespace weald::curve {

/// Outline that the lines fill.
enum class StringOutline {
  rectangle,  ///< the sheet of paper of the original recipe
  polygon,    ///< a regular polygon
  rosette,    ///< a regular polygon divided into triangles at its centre, drawn alternately left- and right-handed
};

/// Lengths in metres.
struct StringArtParams {
  StringOutline outline = StringOutline::rectangle;
  double width = 10;
  double height = 10;
  int sides = 6;
  double radius = 5;
  double distance = 0.5;
  bool frame = false;
};

/// Most lines that a picture may have.
inline constexpr std::size_t kMaxStringLines = 500000;

/// The points of the walk inside a convex polygon: first the outline's corners in drawing order, with the starting
/// corner last, then the end of every line. Line k (from 0) joins points corners + k - 1 and corners + k. Pre: at least
/// 3 corners, distance > 0. Throws StageError (key "distance") if there would be too many lines.
std::vector<Vec2> pursuit_walk(std::span<const Vec2> corners, double distance);

/// The picture in the xy plane: a rectangle has its lower left corner at the origin, other outlines are centred on it.
/// One path of straight segments per polygon, and with `frame` one closed path for the outline. Throws as pursuit_walk
/// does.
Curve string_art(const StringArtParams& params);

/// Stage `string_art`.
struct StringArt {
  using Params = StringArtParams;
  /// Tells only which paths it has.
  static Estimate estimate(const Params& params, const schema::Estimates&);
  static Curve run(const Params& params, const schema::Inputs&, const RunContext&) { return string_art(params); }
};

}  // namespace weald::curve

template <>
struct weald::schema::EnumNames<weald::curve::StringOutline> {
  static constexpr auto names = names_in_order<weald::curve::StringOutline>("rectangle", "polygon", "rosette");
};

template <>
struct weald::schema::Schema<weald::curve::StringArtParams> {
  using P = curve::StringArtParams;
  static constexpr std::string_view kind = "string_art";
  static constexpr std::string_view summary = "Draws straight lines inside a polygon, whose envelopes are spirals.";
  static constexpr auto fields =
      Fields{Field{&P::outline, "outline",
                   "Outline that is filled: a rectangle, a regular polygon, or a rosette of "
                   "triangles."},
             Field{&P::width, "width", "Width of the rectangle.", "m", Range{1e-3, 1e6}},
             Field{&P::height, "height", "Height of the rectangle.", "m", Range{1e-3, 1e6}},
             Field{&P::sides, "sides", "Sides of the polygon, or triangles of the rosette.", "", Range{3, 360}},
             Field{&P::radius, "radius", "Distance of the polygon's corners from its centre.", "m", Range{1e-3, 1e6}},
             Field{&P::distance, "distance",
                   "Distance from each corner at which the next line ends, along the line drawn "
                   "one round earlier.",
                   "m", Range{1e-6, 1e6}},
             Field{&P::frame, "frame", "Whether the outline is drawn too."}};
  /// Checks that the distance is less than the shortest side.
  static void check(const P& params, Checker& checker);
};
