#include "methods/expression/value.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace weald::expression {

namespace {

constexpr double kLargestWhole = 1e15;

/// Reads a product of base units such as "m2"; false for anything else.
bool add_powers(std::string_view text, int sign, Unit& unit) {
  if (text == "1") return true;
  for (std::size_t i = 0; i < Unit::kNames.size(); ++i) {
    const std::string_view name = Unit::kNames[i];
    if (!text.starts_with(name)) continue;
    const std::string_view power = text.substr(name.size());
    if (!power.empty() && (power.size() != 1 || power[0] < '2' || power[0] > '9')) return false;
    unit.powers[i] = static_cast<std::int8_t>(unit.powers[i] + sign * (power.empty() ? 1 : power[0] - '0'));
    return true;
  }
  return false;
}

std::string number_text(double value) {
  if (value == 0) return "0";
  char buffer[40];
  const bool is_whole = std::abs(value) < kLargestWhole && std::trunc(value) == value;
  const auto result = is_whole ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<long long>(value))
                               : std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text) {
  Unit unit;
  if (text.empty()) return unit;
  const std::size_t slash = text.find('/');
  if (!add_powers(text.substr(0, slash), 1, unit)) return std::nullopt;
  if (slash != std::string_view::npos && !add_powers(text.substr(slash + 1), -1, unit)) return std::nullopt;
  return unit;
}

std::string unit_text(const Unit& unit) {
  std::string above, below;
  for (std::size_t i = 0; i < Unit::kNames.size(); ++i) {
    const int power = unit.powers[i];
    if (power == 0) continue;
    std::string& side = power > 0 ? above : below;
    side += Unit::kNames[i];
    if (std::abs(power) > 1) side += std::to_string(std::abs(power));
  }
  if (below.empty()) return above;
  return (above.empty() ? "1" : above) + "/" + below;
}

std::string_view kind_of(const Value& value) {
  if (value.number() != nullptr) return "a number";
  if (value.boolean() != nullptr) return "true or false";
  return value.text() != nullptr ? "a text" : "a list";
}

std::string to_text(const Value& value) {
  if (const double* number = value.number()) return number_text(*number);
  if (const bool* boolean = value.boolean()) return *boolean ? "true" : "false";
  if (const std::string* text = value.text()) return *text;
  std::string result = "[";
  for (const Value& element : *value.list()) {
    if (result.size() > 1) result += ", ";
    result += element.text() != nullptr ? "'" + *element.text() + "'" : to_text(element);
  }
  return result + "]";
}

}  // namespace weald::expression
