#pragma once
// Settings of a turtle, declared by both the stage `turtle` and the environment of `lsystem`.

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "schema/decode.h"
#include "stages/plants/lsystem/detail/guide.h"
#include "stages/plants/lsystem/detail/text_issues.h"

namespace weald::lsystem {

/// The axis that turns towards the vector of a tropism.
enum class TropismTurns {
  heading,  ///< segments bend, as towards light
  up,       ///< segments roll about their heading: a torque
};

/// When a tropism acts.
enum class TropismMode {
  before,  ///< before each F, G, f and g, as in cpfg
  after,   ///< after each of them, as in The Algorithmic Beauty of Plants
};

/// A direction that segments turn towards, such as light or gravity.
struct TropismParams {
  Vec3 vector{0, -1, 0};  ///< its length scales the effect
  double elasticity =
      0.2;  ///< radians per segment if the heading is perpendicular to a vector of length 1; negative: away from it
  double angle = 0;  ///< degrees: target angle between segments and the vector; 90: perpendicular to it
  TropismTurns turns = TropismTurns::heading;
  TropismMode mode = TropismMode::before;
  double step = 0;  ///< radians: change of the elasticity by @T and @Td
};

/// One or more tropisms that act together: a single one is written as a map, several as a list of maps.
using Tropisms = std::vector<TropismParams>;

/// Most tropisms of one turtle.
inline constexpr std::size_t kMaxTropisms = 8;

/// Initial settings of a turtle.
struct TurtleSettings {
  double angle = 25;      ///< degrees
  double step = 1;        ///< metres
  double width = 0.1;     ///< metres
  double width_step = 0;  ///< metres
  double scale_step = 1;
  Tropisms tropism;
  std::optional<GuideParams> guide;
  std::shared_ptr<const GuideLines> lines{};  ///< of the guide; not a parameter of presets
  SourceText draw;                            ///< further symbols that draw, besides F and G
};

/// `settings`, which may be those of a stage, with the lines of their guide, see guide_lines().
template <class Settings>
Settings guided(Settings settings, std::shared_ptr<const GuideLines> lines) {
  settings.lines = std::move(lines);
  return settings;
}

/// Rows of the Schema table for TurtleSettings.
inline constexpr auto kTurtleFields = schema::Fields{
    schema::Field{&TurtleSettings::angle, "angle", "Angle of turns that have no parameter.", "deg",
                  schema::Range{-360, 360}},
    schema::Field{&TurtleSettings::step, "step", "Length of segments that have no parameter.", "m",
                  schema::Range{1e-6, 1e6}},
    schema::Field{&TurtleSettings::width, "width", "Width that the turtle starts with.", "m", schema::Range{0, 1e6}},
    schema::Field{&TurtleSettings::width_step, "width_step",
                  "Amount by which ! decreases and # increases the width when they have no parameter.", "m",
                  schema::Range{0, 1e6}},
    schema::Field{&TurtleSettings::scale_step, "scale_step",
                  "Factor by which @Di multiplies and @Dd divides the scale when they have no parameter.", "",
                  schema::Range{1e-3, 1e3}},
    schema::Field{&TurtleSettings::tropism, "tropism",
                  "Tropism, which turns every segment towards a direction: one map, or a list of up to 8; unset: "
                  "none."},
    schema::Field{&TurtleSettings::guide, "guide",
                  "Curves that stems follow, such as wires or a trunk drawn by hand; unset: none."},
    schema::Field{&TurtleSettings::draw, "draw", "Further symbols that draw like F."}};

/// Validates the combination of fields in TurtleSettings, for Schema::check.
void check_settings(const TurtleSettings& settings, schema::Checker& checker);
/// Reports mistakes in a list of symbols that draw or place organs.
void check_symbols(const SourceText& text, schema::Checker& checker);

}  // namespace weald::lsystem

namespace weald::schema {

template <>
struct EnumNames<lsystem::TropismTurns> {
  static constexpr auto names = names_in_order<lsystem::TropismTurns>("heading", "up");
};

template <>
struct EnumNames<lsystem::TropismMode> {
  static constexpr auto names = names_in_order<lsystem::TropismMode>("before", "after");
};

template <>
struct Schema<lsystem::TropismParams> {
  using P = lsystem::TropismParams;
  static constexpr auto fields = schema::Fields{
      Field{&P::vector, "vector", "Direction that segments turn towards; a longer vector bends them more.", "",
            Range{-1e3, 1e3}},
      Field{&P::elasticity, "elasticity",
            "Elasticity: how far a segment bends when it is perpendicular to a vector of length 1; negative values "
            "bend it away. A segment bends by at most 1 rad.",
            "rad", Range{-1e3, 1e3}},
      Field{&P::angle, "angle", "Angle to the vector that segments tend towards; 90: they grow perpendicular to it.",
            "deg", Range{-180, 180}},
      Field{&P::turns, "turns",
            "Axis that turns towards the vector: heading, so that segments bend; or up, so that they "
            "roll in place."},
      Field{&P::mode, "mode",
            "When the tropism acts: before each F, G, f and g, as in cpfg, or after them, as in "
            "The Algorithmic Beauty of Plants."},
      Field{&P::step, "step",
            "Amount by which @T increases and @Td decreases the elasticity when they have no "
            "second parameter.",
            "rad", Range{-1e3, 1e3}}};
};

/// A single map decodes as a list of one element.
template <>
struct Codec<lsystem::Tropisms> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, lsystem::Tropisms& out);
  static ValueType type(const Slot& slot);
  static Node to_node(const lsystem::Tropisms& value);
};

/// A turtle as part of another stage's parameters.
template <>
struct Schema<lsystem::TurtleSettings> {
  using P = lsystem::TurtleSettings;
  static constexpr auto fields = lsystem::kTurtleFields;
  static void check(const P& params, Checker& checker) { lsystem::check_settings(params, checker); }
};

}  // namespace weald::schema
