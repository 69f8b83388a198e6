#pragma once
// turtle: walks along a derived string and draws it as a skeleton of segments, polygons and organs.
//
// The turtle starts at the origin with heading H = +Y, left L = -X, up U = +Z; H x L = U always holds. Turning by a:
//   +  H -> cos a H + sin a L      &  H -> cos a H - sin a U      \  L -> cos a L + sin a U      |  is +(180)
//   -  the opposite                ^  the opposite                /  the opposite
//   $  L = Y x H normalised, U = H x L
// Commands, their parameters and the help text are in turtle_commands.h; tropisms in tropism.h; the smooth axes of
// generalized cylinders in turtle_pen.h. Other symbols, and symbols with a subscript, are ignored, as are parameters
// beyond those of a command: F(l, w) draws as F(l) does.
// Limits: StageError if `]` or `}` has no partner (with the symbol's position), if the string draws more than
// `max_segments` segments, polygon corners and organs (about 200 bytes each), if branches nest deeper than 65535 or
// polygons or cylinders deeper than 256, or if the turtle goes beyond 1e12 m or draws something larger.
// Source: [prusinkiewicz1990] sections 1.5, 2.3.2 and 5.1, [mech1998], [abelson1981].

#include <string_view>

#include "base/run_context.h"
#include "data/lstring.h"
#include "data/skeleton.h"
#include "schema/decode.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"

namespace weald::lsystem {

struct TurtleParams : TurtleSettings {
  schema::Input<LString> from;
  SourceText organs;  ///< symbols that place organs; empty: those that begin with ~
  int max_segments = 2'000'000;
};

/// Interprets `string`. Segments stand in the order of drawing. A segment's parent is the segment whose end it starts
/// at; after a move (f, g, @M) it has none. Branches are numbered from 0 in the order of their first segments; a branch
/// consists of the segments drawn at one level of brackets without a move in between. A draw of length 0 makes no
/// segment; a negative length draws backwards. An organ's parent is the last segment drawn on the way to it; its kind
/// is its symbol's name without the ~. Corners of a polygon may be recorded in any branch begun while it is open.
/// Warns, with the symbol's place, about polygons with fewer than three corners, polygons and stems that never end,
/// organs of three different sizes, symbols @x and ?x that are no commands, and strings that draw nothing; also about
/// symbols in `draw` or `organs` that the string's system does not have. Pre: `params` has the lines of its guide, if
/// it has a guide, see guided().
Skeleton interpret(const LString& string, const TurtleParams& params, const RunContext& context);

/// The stage.
struct Turtle {
  using Params = TurtleParams;
  static Skeleton run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return interpret(inputs[params.from], guided(params, guide_lines(params.guide, inputs)), context);
  }
};

}  // namespace weald::lsystem

namespace weald::schema {

template <>
struct Schema<lsystem::TurtleParams> {
  using P = lsystem::TurtleParams;
  static constexpr std::string_view kind = "turtle";
  static constexpr std::string_view summary = "Turtle: draws a derived string as branches, polygons and organs.";
  static constexpr auto fields = joined(
      Fields{Field{&P::from, "from", "String to draw.", "", {}, Presence::required}}, lsystem::kTurtleFields,
      Fields{Field{&P::organs, "organs", "Symbols that place an organ, such as a leaf; empty: all that begin with ~."},
             Field{&P::max_segments, "max_segments", "Most segments, polygon corners and organs that may be drawn.", "",
                   Range{1, 2e7}}});
  static void check(const P& params, Checker& checker);
};

}  // namespace weald::schema
