#include "stages/plants/lsystem/turtle_commands.h"

#include <fmt/format.h>

namespace weald::lsystem {

namespace {

using enum TurtleAction;
using Group = TurtleGroup;

constexpr std::array kCommands{
    TurtleCommand{"F", "length", "m", "step", Group::moving, draw, 1, 0, "Draw a segment forward."},
    TurtleCommand{"f", "length", "m", "step", Group::moving, move, 1, 0, "Move forward without drawing."},
    TurtleCommand{"G", "length", "m", "step", Group::moving, draw_unrecorded, 1, 0,
                  "Like F, but the end does not become a corner of an open polygon."},
    TurtleCommand{"g", "length", "m", "step", Group::moving, move_unrecorded, 1, 0,
                  "Like f, but the end does not become a corner of an open polygon."},
    TurtleCommand{"@M", "x, y, z", "m", "", Group::moving, place, 1, 3, "Go to a point of the world without drawing."},

    TurtleCommand{"+", "angle", "deg", "angle", Group::turning, turn, 1, 0, "Turn left, about the up vector."},
    TurtleCommand{"-", "angle", "deg", "angle", Group::turning, turn, -1, 0, "Turn right."},
    TurtleCommand{"&", "angle", "deg", "angle", Group::turning, pitch, -1, 0, "Pitch down, about the left vector."},
    TurtleCommand{"^", "angle", "deg", "angle", Group::turning, pitch, 1, 0, "Pitch up."},
    TurtleCommand{"\\", "angle", "deg", "angle", Group::turning, roll, 1, 0,
                  "Roll about the heading: the left vector turns towards up."},
    TurtleCommand{"/", "angle", "deg", "angle", Group::turning, roll, -1, 0,
                  "Roll about the heading: the left vector turns away from up."},
    TurtleCommand{"|", "", "", "", Group::turning, turn_around, 1, 0, "Turn around: 180 degrees about the up vector."},
    TurtleCommand{"$", "", "", "", Group::turning, roll_upright, 1, 0,
                  "Roll until the left vector is level and up points upwards; no effect if the heading is vertical."},
    TurtleCommand{"@v", "", "", "", Group::turning, roll_upright, 1, 0, "Same as $."},
    TurtleCommand{"@R", "hx, hy, hz, ux, uy, uz", "", "", Group::turning, face, 1, 3,
                  "Set heading and up vector in world axes; without the last three, turn to the heading by the "
                  "shortest rotation."},
    TurtleCommand{"@Tp", "", "", "", Group::turning, untwist, 1, 0,
                  "Undo the rolls since the last F, f, G or g: rotate the up vector as that step rotated the heading."},

    TurtleCommand{"[", "", "", "", Group::branches, push, 1, 0, "Begin a branch: save the turtle's state."},
    TurtleCommand{"]", "", "", "", Group::branches, pop, 1, 0, "End the branch: restore the saved state."},
    TurtleCommand{"%", "", "", "", Group::branches, cut, 1, 0, "Skip the rest of the branch."},

    TurtleCommand{"{", "kind, strips", "", "0", Group::polygons, open_polygon, 1, 0,
                  "Begin a polygon; polygons nest. F, f and . add corners, in branches too. Kind 1: a stem with a "
                  "smooth axis through the corners and the given number of segments, or 4, between two of them; "
                  "kind 2: a closed ring of the same form."},
    TurtleCommand{"}", "kind", "", "0", Group::polygons, close_polygon, 1, 0,
                  "Close the polygon; with any kind but 0, end the stem."},
    TurtleCommand{".", "", "", "", Group::polygons, record, 1, 0, "Add the position as a corner of the polygon."},

    TurtleCommand{"@Gs", "", "", "", Group::cylinders, open_cylinder, 1, 0,
                  "Begin a stem with a smooth axis here, along the heading; until it ends, F and G only move."},
    TurtleCommand{"@Gc", "strips", "", "4", Group::cylinders, control_point, 1, 0,
                  "Extend the axis to this point, along the heading, by this many segments; the width changes evenly."},
    TurtleCommand{"@Ge", "strips", "", "4", Group::cylinders, close_cylinder, 1, 0, "Like @Gc, and end the stem here."},
    TurtleCommand{"@Gt", "start, end", "", "1.2, 1.2", Group::cylinders, tangents, 1, 0,
                  "Tangents of the axis up to the next point, as shares of the distance between the two points."},

    TurtleCommand{"~", "size", "m", "step", Group::organs, organ, 1, 0,
                  "~x, with any x: place the organ x along the heading, with its upper side up."},
    TurtleCommand{"@O", "diameter", "m", "width", Group::organs, ball, 1, 0,
                  "Place the organ named ball with this size, centred here: a sphere unless it has a surface."},
    TurtleCommand{"@c", "diameter", "m", "width", Group::organs, disc, 1, 0,
                  "Draw a disc around the position, as a polygon perpendicular to the up vector."},

    TurtleCommand{"!", "width", "m", "width_step less", Group::pen, width, -1, 0, "Set the width, or decrease it."},
    TurtleCommand{"#", "width", "m", "width_step more", Group::pen, width, 1, 0, "Set the width, or increase it."},
    TurtleCommand{"'", "index", "", "1 more", Group::pen, colour, 1, 0,
                  "Set the colour index, or select the next one."},
    TurtleCommand{";", "index", "", "1 more", Group::pen, colour, 1, 0, "Same as '."},
    TurtleCommand{",", "index", "", "1 less", Group::pen, colour, -1, 0,
                  "Set the colour index, or select the previous one."},
    TurtleCommand{"@D", "scale", "", "", Group::pen, scale, 1, 1,
                  "Set the factor of lengths, widths and organs, 1 at the start."},
    TurtleCommand{"@Di", "scale", "", "times scale_step", Group::pen, change_scale, 1, 0,
                  "Set the scale, or multiply it."},
    TurtleCommand{"@Dd", "scale", "", "over scale_step", Group::pen, change_scale, -1, 0,
                  "Set the scale, or divide it."},

    TurtleCommand{"@Ts", "number, elasticity", "rad", "", Group::tropisms, set_elasticity, 1, 2,
                  "Set the elasticity of a tropism for the rest of the branch; tropisms are numbered from 1."},
    TurtleCommand{"@T", "number, more", "rad", "its step", Group::tropisms, change_elasticity, 1, 1,
                  "Increase the elasticity of a tropism."},
    TurtleCommand{"@Td", "number, less", "rad", "its step", Group::tropisms, change_elasticity, -1, 1,
                  "Decrease the elasticity of a tropism."},

    TurtleCommand{"?P", "x, y, z", "m", "", Group::queries, ask_position, 1, 0, "Position of the turtle."},
    TurtleCommand{"?H", "x, y, z", "", "", Group::queries, ask_heading, 1, 0, "Heading of the turtle, of length 1."},
    TurtleCommand{"?L", "x, y, z", "", "", Group::queries, ask_left, 1, 0, "Left vector of the turtle."},
    TurtleCommand{"?U", "x, y, z", "", "", Group::queries, ask_up, 1, 0, "Up vector of the turtle."},
    TurtleCommand{"?N", "x, y, z", "", "", Group::queries, ask_normal, 1, 0,
                  "Direction from the nearest point of the environment's surface or ground to the turtle."},
    TurtleCommand{"?V", "x, y, z", "", "", Group::queries, ask_light, 1, 0,
                  "Direction in which the environment's light increases most."},
};

struct LeftOut {
  std::string_view symbol;
  std::string_view why;
};

constexpr std::array kLeftOut{
    LeftOut{"@o", "a model has no screen for it to face; @c is a disc, @O a ball"},
    LeftOut{"@b", "discs have no outline; draw one with F"},
    LeftOut{"@PS", "surfaces are made by a bezier_patch stage"},
    LeftOut{"@PC", "surfaces are made by a bezier_patch stage"},
    LeftOut{"@PD", "surfaces are made by a bezier_patch stage"},
    LeftOut{"@;", "both sides of a surface have one colour"},
    LeftOut{"@,", "both sides of a surface have one colour"},
    LeftOut{"@!", "the sides of stems are set by the stage that covers the skeleton"},
    LeftOut{"@#", "stems are round"},
    LeftOut{"@Gr", "widths change evenly between the points of a stem"},
    LeftOut{"@Tx", "textures belong to the materials of the stage that covers the skeleton"},
    LeftOut{"@Tf", "tropisms never undo rolls, so there is nothing to force"},
    LeftOut{"@L", "there are no labels"},
    LeftOut{"?E", "there are no other processes to query"},
};

}  // namespace

std::span<const TurtleCommand> turtle_commands() { return kCommands; }

const TurtleCommand* find_command(std::string_view symbol) {
  const std::string_view name = symbol.starts_with('~') ? symbol.substr(0, 1) : symbol;
  for (const TurtleCommand& command : kCommands) {
    if (name == command.symbol) return &command;
  }
  return nullptr;
}

std::string written(const TurtleCommand& command) {
  std::string name(command.symbol);
  if (command.action == TurtleAction::organ) name += 'x';
  return command.parameters.empty() ? name : fmt::format("{}({})", name, command.parameters);
}

std::size_t long_command(std::string_view text) {
  const auto is_long = [&](std::string_view symbol) { return symbol.size() == 3 && text.starts_with(symbol); };
  for (const TurtleCommand& command : kCommands) {
    if (is_long(command.symbol)) return command.symbol.size();
  }
  for (const LeftOut& left_out : kLeftOut) {
    if (is_long(left_out.symbol)) return left_out.symbol.size();
  }
  return 0;
}

std::optional<std::string_view> why_passed_over(std::string_view symbol) {
  for (const LeftOut& left_out : kLeftOut) {
    if (symbol == left_out.symbol) return left_out.why;
  }
  const bool looks_like_one = symbol.size() == 2 && (symbol[0] == '@' || symbol[0] == '?');
  if (looks_like_one && find_command(symbol) == nullptr) return "the turtle has no such command";
  return std::nullopt;
}

}  // namespace weald::lsystem
