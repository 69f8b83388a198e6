#pragma once
// The turtle's commands: the one table from which interpretation and the help text are made.

#include <array>
#include <cstdint>
#include <string_view>

namespace weald::lsystem {

/// What a command does to the turtle.
enum class TurtleAction : std::uint8_t {
  draw,             ///< draws a segment forward; records its end in an open polygon
  draw_unrecorded,  ///< draws a segment forward
  move,             ///< moves forward without drawing; records its end in an open polygon
  move_unrecorded,  ///< moves forward without drawing
  turn,             ///< rotates about the up vector
  pitch,            ///< rotates about the left vector
  roll,             ///< rotates about the heading
  turn_around,
  roll_upright,
  push,
  pop,
  cut,
  open_polygon,
  close_polygon,
  record,
  width,
  colour,
  ask_position,
  ask_heading,
  ask_left,
  ask_up,
};

/// One command. `sign` is +1 or -1 for the commands that come in pairs.
struct TurtleCommand {
  std::string_view symbol;
  std::string_view argument;  ///< what the first parameter means; empty: none is read. Further parameters are ignored.
  TurtleAction action;
  int sign;
  std::string_view help;
};

/// Every command. `F G f g` move by the parameter or `step`; turns are by the parameter or `angle`, in degrees.
/// Source: [prusinkiewicz1990] appendix C; signs as the turtle's frame defines them (turtle.h).
inline constexpr std::array<TurtleCommand, 27> kTurtleCommands{{
    {"F", "length", TurtleAction::draw, 1, "Draw a segment forward."},
    {"G", "length", TurtleAction::draw_unrecorded, 1, "Draw a segment forward; its end is no corner of a polygon."},
    {"f", "length", TurtleAction::move, 1, "Move forward without drawing."},
    {"g", "length", TurtleAction::move_unrecorded, 1,
     "Move forward without drawing; the end is no corner of a polygon."},
    {"+", "angle", TurtleAction::turn, 1, "Turn left, about the up vector."},
    {"-", "angle", TurtleAction::turn, -1, "Turn right."},
    {"&", "angle", TurtleAction::pitch, -1, "Pitch down, about the left vector."},
    {"^", "angle", TurtleAction::pitch, 1, "Pitch up."},
    {"\\", "angle", TurtleAction::roll, 1, "Roll about the heading: left goes towards up."},
    {"/", "angle", TurtleAction::roll, -1, "Roll about the heading: left goes away from up."},
    {"|", "", TurtleAction::turn_around, 1, "Turn around, by 180 degrees about the up vector."},
    {"$", "", TurtleAction::roll_upright, 1,
     "Roll until the left vector is level; nothing when the heading is vertical."},
    {"[", "", TurtleAction::push, 1, "Begin a branch: remember position, frame, width and colour."},
    {"]", "", TurtleAction::pop, 1, "End the branch: return to what was remembered."},
    {"%", "", TurtleAction::cut, 1, "Leave out the rest of the branch."},
    {"{", "", TurtleAction::open_polygon, 1, "Begin a polygon; polygons nest."},
    {"}", "", TurtleAction::close_polygon, 1, "Close the polygon."},
    {".", "", TurtleAction::record, 1, "Make the position a corner of the polygon."},
    {"!", "width", TurtleAction::width, -1, "Set the width, or reduce it by width_step."},
    {"#", "width", TurtleAction::width, 1, "Set the width, or increase it by width_step."},
    {"'", "index", TurtleAction::colour, 1, "Set the colour index, or take the next."},
    {";", "index", TurtleAction::colour, 1, "Set the colour index, or take the next."},
    {",", "index", TurtleAction::colour, -1, "Set the colour index, or take the one before."},
    {"?P", "x,y,z", TurtleAction::ask_position, 1, "Where the turtle is: filled in by the L-system's environment."},
    {"?H", "x,y,z", TurtleAction::ask_heading, 1, "Where the turtle heads."},
    {"?L", "x,y,z", TurtleAction::ask_left, 1, "Where its left is."},
    {"?U", "x,y,z", TurtleAction::ask_up, 1, "Where its up is."},
}};

/// The command of a symbol, or null.
const TurtleCommand* find_command(std::string_view symbol);

}  // namespace weald::lsystem
