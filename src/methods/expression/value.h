#pragma once
// Values of expressions in presets: numbers with units, truth values, texts and lists.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace weald::expression {

/// The unit of a number as powers of base units: 1/m is metres to the power of -1. Numbers without a unit, such as
/// literals, go with any unit.
struct Unit {
  static constexpr std::array<std::string_view, 4> kNames{"m", "deg", "px", "yr"};
  std::array<std::int8_t, kNames.size()> powers{};

  /// Whether the number has a unit.
  bool given() const { return powers != decltype(powers){}; }
  bool operator==(const Unit&) const = default;
};

/// The unit written as "m", "1/m", "m2" or "m2/yr"; unset for any other text. An empty text is no unit.
std::optional<Unit> parse_unit(std::string_view text);
/// The text that parse_unit() reads; empty for no unit.
std::string unit_text(const Unit& unit);

/// A value; a colour is a list of three numbers.
struct Value {
  using List = std::vector<Value>;
  std::variant<double, bool, std::string, List> data;
  Unit unit{};  ///< of a number

  const double* number() const { return std::get_if<double>(&data); }
  const bool* boolean() const { return std::get_if<bool>(&data); }
  const std::string* text() const { return std::get_if<std::string>(&data); }
  const List* list() const { return std::get_if<List>(&data); }
  bool operator==(const Value&) const = default;
};

/// What kind of value this is, for messages: "a number", "a text", ...
std::string_view kind_of(const Value& value);

/// The value as a preset would have it: a number in its shortest form, whole numbers without exponent, texts in quotes
/// inside lists, lists in brackets.
std::string to_text(const Value& value);

}  // namespace weald::expression
