#pragma once
// How a turtle walks: what the stage `turtle` and the environment of `lsystem` both declare.

#include <string_view>
#include <tuple>
#include <vector>

#include "core/vec.h"
#include "lsystem/source_text.h"
#include "schema/decode.h"

namespace weald::lsystem {

/// A direction that segments bend towards: light, or gravity.
struct TropismParams {
  Vec3 vector{0, -1, 0};    ///< its length counts
  double elasticity = 0.2;  ///< radians per segment when the heading is square to a vector of length 1; negative: away
};

/// Several tropisms act together: one is written as a map, several as a list of maps.
using Tropisms = std::vector<TropismParams>;

/// Tropisms of one turtle at most.
inline constexpr std::size_t kMaxTropisms = 8;

/// What a turtle knows before it starts.
struct TurtleSettings {
  double angle = 25;      ///< degrees
  double step = 1;        ///< metres
  double width = 0.1;     ///< metres
  double width_step = 0;  ///< metres
  Tropisms tropism;
  SourceText draw;  ///< symbols that draw besides F and G
};

/// Rows of the Schema table for TurtleSettings.
inline constexpr auto kTurtleFields = std::tuple{
    schema::Field{&TurtleSettings::angle, "angle", "Angle of turns without a parameter.", "deg",
                  schema::Range{-360, 360}},
    schema::Field{&TurtleSettings::step, "step", "Length of segments without a parameter.", "m",
                  schema::Range{1e-6, 1e6}},
    schema::Field{&TurtleSettings::width, "width", "Width that the turtle starts with.", "m", schema::Range{0, 1e6}},
    schema::Field{&TurtleSettings::width_step, "width_step",
                  "What ! takes from the width, and # adds to it, without a parameter.", "m", schema::Range{0, 1e6}},
    schema::Field{&TurtleSettings::tropism, "tropism",
                  "Bends every segment towards a direction: one map, or a list of up to 8; unset: none."},
    schema::Field{&TurtleSettings::draw, "draw", "Further symbols that draw as F does."}};

/// Rules between the fields of TurtleSettings, for Schema::check.
void check_settings(const TurtleSettings& settings, schema::Checker& checker);
/// Reports what is wrong with a list of symbols that a turtle shall draw or place organs at.
void check_symbols(const SourceText& text, schema::Checker& checker);

}  // namespace weald::lsystem

namespace weald::schema {

template <>
struct Schema<lsystem::TropismParams> {
  using P = lsystem::TropismParams;
  static constexpr auto fields =
      std::tuple{Field{&P::vector, "vector", "Direction that segments bend towards; a longer vector bends more.", "",
                       Range{-1e3, 1e3}},
                 Field{&P::elasticity, "elasticity",
                       "How far a segment bends when it stands square to a vector of length 1; negative: away from it.",
                       "rad", Range{-1e3, 1e3}}};
};

/// A map is a list of one.
template <>
struct Codec<lsystem::Tropisms> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, lsystem::Tropisms& out);
  static ValueType type(const Slot& slot);
  static std::string print(const lsystem::Tropisms& value);
};

/// A turtle as a part of another stage's parameters.
template <>
struct Schema<lsystem::TurtleSettings> {
  using P = lsystem::TurtleSettings;
  static constexpr auto fields = lsystem::kTurtleFields;
  static void check(const P& params, Checker& checker) { lsystem::check_settings(params, checker); }
};

}  // namespace weald::schema
