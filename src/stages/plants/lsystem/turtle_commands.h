#pragma once
// The turtle's commands: the single table from which interpretation and the help text are generated.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace weald::lsystem {

/// Effect of a command on the turtle.
enum class TurtleAction : std::uint8_t {
  draw,             ///< draws a segment forward; records its end in an open polygon
  draw_unrecorded,  ///< draws a segment forward
  move,             ///< moves forward without drawing; records its end in an open polygon
  move_unrecorded,  ///< moves forward without drawing
  place,            ///< goes to a point
  turn,             ///< rotates about the up vector
  pitch,            ///< rotates about the left vector
  roll,             ///< rotates about the heading
  turn_around,
  roll_upright,
  face,  ///< sets the heading, and optionally the up vector, in world axes
  untwist,
  push,
  pop,
  cut,
  open_polygon,  ///< with a kind other than 0: a generalized cylinder
  close_polygon,
  record,
  open_cylinder,
  control_point,
  close_cylinder,
  tangents,
  organ,
  ball,
  disc,
  width,
  scale,         ///< sets it
  change_scale,  ///< multiplies or divides it
  colour,
  set_elasticity,
  change_elasticity,
  ask_position,
  ask_heading,
  ask_left,
  ask_up,
  ask_normal,
  ask_light,
};

/// The groups of the help card, in its order.
enum class TurtleGroup : std::uint8_t {
  moving,
  turning,
  branches,
  polygons,
  cylinders,
  organs,
  pen,
  tropisms,
  queries
};

/// The headings of the groups, with remarks that apply to all commands of a group.
inline constexpr std::array<std::pair<TurtleGroup, std::string_view>, 9> kTurtleGroups{{
    {TurtleGroup::moving, "Moving"},
    {TurtleGroup::turning, "Turning"},
    {TurtleGroup::branches, "Branches"},
    {TurtleGroup::polygons, "Polygons"},
    {TurtleGroup::cylinders, "Generalized cylinders"},
    {TurtleGroup::organs, "Organs and surfaces"},
    {TurtleGroup::pen, "Pen"},
    {TurtleGroup::tropisms, "Tropisms"},
    {TurtleGroup::queries, "Queries, answered by the environment of an lsystem stage"},
}};

/// One command. Parameters beyond those named are ignored.
struct TurtleCommand {
  std::string_view symbol;      ///< as written; "~" stands for all organs
  std::string_view parameters;  ///< their names: "x, y, z"
  std::string_view unit;        ///< of the parameters; empty: none
  std::string_view otherwise;   ///< defaults without parameters; empty: they must be given, or there are none
  TurtleGroup group;
  TurtleAction action;
  int sign;           ///< +1 or -1 for commands that come in pairs
  unsigned required;  ///< parameters that must be given
  std::string_view help;
};

/// Every command, in the order of the help card. Signs are as the turtle's frame defines them (turtle.h).
/// Source: [prusinkiewicz1990] appendix C, [mech1998].
std::span<const TurtleCommand> turtle_commands();

/// The command of a symbol, or null. Every symbol that begins with ~ is an organ.
const TurtleCommand* find_command(std::string_view symbol);

/// A command as written in a string, with its parameters: "F(length)".
std::string written(const TurtleCommand& command);

/// Length of the three-character command that `text` begins with, such as @Gs; 0: none. Includes those that weald does
/// not support.
std::size_t long_command(std::string_view text);

/// The reason why the turtle ignores a symbol that looks like a command: weald does not support it, or it is unknown.
/// Unset for commands and for symbols that a system may define itself.
std::optional<std::string_view> why_passed_over(std::string_view symbol);

}  // namespace weald::lsystem
