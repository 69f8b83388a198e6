#include "schema/codec.h"

#include <charconv>
#include <cmath>
#include <concepts>
#include <filesystem>

#include <fmt/format.h>

#include "base/text/lower_case.h"
#include "base/text/read_number.h"
#include "schema/decode.h"
#include "schema/other_words.h"
#include "schema/wording.h"

namespace weald::schema {

// ---- texts ----

namespace {

// Shortest text that reads back as the value.
template <class F>
std::string shortest_text(F value) {
  if (value == 0) return "0";
  char buffer[40];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return with_short_exponent({buffer, result.ptr});
}

// true, false, null in upper or lower case: some YAML readers do not treat them as text.
bool is_yaml_word(std::string_view text) {
  const std::string lower = lower_case(std::string(text));
  return lower == "true" || lower == "false" || lower == "null";
}

}  // namespace

std::string number_text(double value) { return shortest_text(value); }
std::string number_text(float value) { return shortest_text(value); }

std::string quoted_text(std::string_view text) {
  const auto plain_char = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == '/';
  };
  bool plain = !text.empty() && text[0] != '-' && text[0] != '.' && !is_yaml_word(text) && !parse_number(text);
  for (const char c : text) plain = plain && plain_char(c);
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + "\"";
}

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char* read_value(std::string_view text, double& value) {
  const auto [end, status] = read_number(text, value);
  return status == std::errc{} ? end : nullptr;
}

template <std::integral T>
const char* read_value(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? end : nullptr;
}

// All of `text` as a T; unset if a part of it is not a number. std::from_chars accepts no '+' and uses no locale.
template <class T>
std::optional<T> parse_all(std::string_view text) {
  const bool signed_twice = text.starts_with("+-") || text.starts_with("++");
  if (text.starts_with('+') && !signed_twice) text.remove_prefix(1);
  // std::from_chars also accepts "inf" and "nan", so the first character is checked.
  const std::string_view unsigned_part = text.starts_with('-') ? text.substr(1) : text;
  if (unsigned_part.empty() || !(is_digit(unsigned_part[0]) || unsigned_part[0] == '.')) return std::nullopt;
  T value{};
  if (read_value(text, value) != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) { return parse_all<double>(text); }
std::optional<std::int64_t> parse_integer(std::string_view text) { return parse_all<std::int64_t>(text); }

// ---- messages ----

namespace {

// The beginning of a text that may be long, cut between UTF-8 characters.
std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string shown(const Node& node) {
  const Scalar* scalar = node.scalar();
  return scalar == nullptr ? std::string(node.kind_name()) : fmt::format("'{}'", shortened(scalar->text));
}

// The value found instead of the expected one; for a list of the wrong length, its length.
std::string shown_instead(const Node& node, std::string_view expected) {
  if (node.list() == nullptr || !expected.starts_with("a list")) return shown(node);
  return node.list()->empty() ? "an empty list" : fmt::format("a list of {}", node.list()->size());
}

/// A number followed by a unit: "45 cm".
struct Measure {
  double number = 0;
  std::string_view unit;
};

std::optional<Measure> measure_of(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() > kLongest) return std::nullopt;
  for (std::size_t end = text.size(); end-- > 1;) {
    const auto number = parse_number(text.substr(0, end));
    if (!number) continue;
    std::string_view unit = text.substr(end);
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    // With digits in it, the text is something else: 0x1F, 1e999, 1..16.
    const bool is_unit = !unit.empty() && unit.find_first_of("0123456789.,:_+-/* ") == std::string_view::npos;
    return is_unit ? std::optional(Measure{*number, unit}) : std::nullopt;
  }
  return std::nullopt;
}

/// The number converted to the unit of the slot; unset if the conversion is unknown.
std::optional<double> converted(const Measure& measure, const Slot& slot) {
  if (measure.unit == slot.unit) return measure.number;
  if (slot.unit == "m") {  // a division rounds to the number that a user would have written
    if (measure.unit == "mm") return measure.number / 1000;
    if (measure.unit == "cm") return measure.number / 100;
    if (measure.unit == "km") return measure.number * 1000;
  }
  const bool is_degrees = measure.unit == "\xC2\xB0" || measure.unit == "degrees";
  if (slot.unit == "deg" && is_degrees) return measure.number;
  const bool is_share = slot.unit.empty() && slot.range && slot.range->min == 0 && slot.range->max == 1;
  if (measure.unit == "%" && is_share) return measure.number / 100;
  return std::nullopt;
}

/// Advice for a number that was given with a unit; empty for anything else.
std::string unit_advice(std::string_view text, const Slot& slot) {
  const auto measure = measure_of(text);
  if (!measure) return {};
  const std::string own = slot.unit.empty() ? "has none" : fmt::format("is in {}", slot.unit);
  const auto number = converted(*measure, slot);
  return fmt::format("numbers are written without a unit, and '{}' {}{}", slot.key, own,
                     number ? fmt::format(": write {}", number_text(*number)) : std::string{});
}

std::string with_unit(std::string_view unit) { return unit.empty() ? std::string{} : fmt::format(" {}", unit); }

/// Help for a value that was computed: its expression and the values in it; empty for others.
std::string how_computed(const Node& node) {
  if (node.computed == nullptr) return {};
  const std::string& values = node.computed->values;
  return fmt::format("computed by '{}'{}{}", shortened(node.computed->expression), values.empty() ? "" : ", where ",
                     values);
}

}  // namespace

bool Decoder::wrong_type(const Node& node, const Slot& slot, std::string_view expected, std::string help) {
  const Scalar* scalar = node.scalar();
  const bool is_quoted = scalar != nullptr && scalar->quoted;  // and therefore a text, even if it looks like a number
  if (help.empty() && scalar != nullptr && expected.ends_with("number"))
    help = is_quoted && parse_number(scalar->text) ? "leave out the quotes" : unit_advice(scalar->text, slot);
  if (node.computed != nullptr) help = how_computed(node);
  error(node.where,
        fmt::format("'{}' in {} needs {}, not {}{}", slot.key, owner_, expected, is_quoted ? "the text " : "",
                    shown_instead(node, expected)),
        std::move(help));
  return false;
}

bool Decoder::out_of_range(const Node& node, const Slot& slot, std::string_view text) {
  const Range range = slot.range.value_or(Range{});
  const bool below = std::isfinite(range.min), above = std::isfinite(range.max);
  const std::string bounds = below && above ? "outside " + range_text(range)
                             : below        ? "less than " + readable_number(range.min)
                                            : "more than " + readable_number(range.max);
  error(node.where,
        fmt::format("'{}' in {} is {}, {}{}", slot.key, owner_, shortened(text), bounds, with_unit(slot.unit)),
        how_computed(node));
  return false;
}

void Checker::error(std::string_view key, std::string message, std::string help) {
  decoder_.error(place_of(key), std::move(message), std::move(help));
}

void Checker::warning(std::string_view key, std::string message, std::string help) {
  decoder_.diagnostics().warning(place_of(key), std::move(message), std::move(help));
}

SourceLoc Checker::place_of(std::string_view key) const {
  const Entry* entry = map_.find(key);
  return entry != nullptr ? entry->value.where : map_.where;
}

// ---- values ----

namespace {

/// Reports a computed number whose unit is not that of the parameter. Numbers and parameters without a unit take any.
bool has_wrong_unit(const Node& node, const Slot& slot, Decoder& decoder) {
  if (node.computed == nullptr || node.computed->unit.empty() || slot.unit.empty()) return false;
  if (node.computed->unit == slot.unit) return false;
  decoder.error(
      node.where,
      fmt::format("'{}' in {} is in {}, not in {}", slot.key, decoder.owner(), slot.unit, node.computed->unit),
      how_computed(node));
  return true;
}

bool wrong_magnitude(const Node& node, const Slot& slot, Decoder& decoder) {
  decoder.error(node.where,
                fmt::format("'{}' in {} is {}: numbers other than 0 must have a magnitude between {} and {}", slot.key,
                            decoder.owner(), shown(node), number_text(kMagnitudes.min), number_text(kMagnitudes.max)));
  return false;
}

}  // namespace

bool decode_number(const Node& node, const Slot& slot, Decoder& decoder, double& out) {
  const Scalar* scalar = node.scalar();
  const auto value = scalar != nullptr && !scalar->quoted ? parse_number(scalar->text) : std::nullopt;
  if (!value) return decoder.wrong_type(node, slot, "a number");
  if (has_wrong_unit(node, slot, decoder)) return false;
  if (slot.range && !slot.range->contains(*value)) return decoder.out_of_range(node, slot, scalar->text);
  if (*value != 0 && !kMagnitudes.contains(std::abs(*value))) return wrong_magnitude(node, slot, decoder);
  out = *value;
  return true;
}

bool decode_integer(const Node& node, const Slot& slot, Decoder& decoder, std::int64_t min, std::int64_t max,
                    std::int64_t& out) {
  const Scalar* scalar = node.scalar();
  if (scalar == nullptr || scalar->quoted) return decoder.wrong_type(node, slot, "a whole number");
  const Range type_range{static_cast<double>(min), static_cast<double>(max)};
  const Slot limits{slot.key, slot.unit, slot.range.value_or(type_range)};
  const auto value = parse_integer(scalar->text);
  if (!value) {
    // A whole number too large for 64 bits is still a number: report that it is out of range.
    const auto number = parse_number(scalar->text);
    const bool whole = number && std::floor(*number) == *number;
    if (whole && !limits.range->contains(*number)) return decoder.out_of_range(node, limits, scalar->text);
    return decoder.wrong_type(node, slot, "a whole number");
  }
  if (!limits.range->contains(static_cast<double>(*value))) return decoder.out_of_range(node, limits, scalar->text);
  if (*value < min || *value > max) return decoder.out_of_range(node, {slot.key, slot.unit, type_range}, scalar->text);
  out = *value;
  return true;
}

bool decode_choice(const Node& node, const Slot& slot, Decoder& decoder, std::span<const std::string_view> names,
                   std::size_t& out) {
  const Scalar* scalar = node.scalar();
  if (scalar == nullptr) return decoder.wrong_type(node, slot, "a name");
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == scalar->text) {
      out = i;
      return true;
    }
  }
  decoder.error(node.where, fmt::format("'{}' in {} cannot be {}", slot.key, decoder.owner(), shown(node)),
                help_for_name(scalar->text, names));
  return false;
}

bool decode_text(const Node& node, const Slot& slot, Decoder& decoder, std::string& out) {
  if (node.scalar() == nullptr) return decoder.wrong_type(node, slot, "text");
  out = node.scalar()->text;
  return true;
}

bool Codec<bool>::decode(const Node& node, const Slot& slot, Decoder& decoder, bool& out) {
  const Scalar* scalar = node.scalar();
  if (scalar == nullptr || scalar->quoted || (scalar->text != "true" && scalar->text != "false")) {
    return decoder.wrong_type(node, slot, "true or false");
  }
  out = scalar->text == "true";
  return true;
}

bool Codec<std::uint64_t>::decode(const Node& node, const Slot& slot, Decoder& decoder, std::uint64_t& out) {
  const Scalar* scalar = node.scalar();
  const auto value = scalar != nullptr && !scalar->quoted ? parse_all<std::uint64_t>(scalar->text) : std::nullopt;
  if (!value) return decoder.wrong_type(node, slot, "a whole number from 0 to 18446744073709551615");
  if (slot.range && !slot.range->contains(static_cast<double>(*value)))
    return decoder.out_of_range(node, slot, scalar->text);
  out = *value;
  return true;
}

bool Codec<FilePath>::decode(const Node& node, const Slot& slot, Decoder& decoder, FilePath& out) {
  if (!decode_text(node, slot, decoder, out.text)) return false;
  if (out.text.empty()) return decoder.wrong_type(node, slot, "a file name");
  out.where = node.where;
  out.resolved = (std::filesystem::path(decoder.directory_of(node.where)) / out.text).lexically_normal().string();
  return true;
}

namespace {

/// Whether a key seems to be what follows a comma in a text without quotes: {help: Width, in metres}.
bool is_rest_of_text(const Entry& entry) { return entry.value.is_null() && entry.key.find(' ') != std::string::npos; }

}  // namespace

bool check_keys(const Node& map, std::span<const std::string_view> keys, Decoder& decoder) {
  if (map.map() == nullptr) {
    decoder.error(map.where, fmt::format("{} needs a map of its parameters, not {}", decoder.owner(), shown(map)));
    return false;
  }
  bool ok = true;
  for (const Entry& entry : *map.map()) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
    decoder.error(
        entry.key_where, fmt::format("unknown key '{}' in {}", shortened(entry.key), decoder.owner()),
        is_rest_of_text(entry) ? "a text with a comma inside braces needs quotes" : help_for_name(entry.key, keys));
    ok = false;
  }
  return ok;
}

std::string to_text(const ValueType& type) {
  using Kind = ValueType::Kind;
  switch (type.kind) {
    case Kind::boolean: return "true or false";
    case Kind::integer: return "integer";
    case Kind::number: return "number";
    case Kind::string: return "text";
    case Kind::file: return "file";
    case Kind::record: return "map";
    case Kind::choice: return fmt::format("{}", fmt::join(type.names, " | "));
    case Kind::input: return alternatives_text(type.names) + " stage";
    case Kind::any_of: {
      std::string out;
      for (const ValueType& alternative : type.elements) out += (out.empty() ? "" : " or ") + to_text(alternative);
      return out;
    }
    case Kind::map: return "map of names to " + to_text(type.elements.at(0));
    case Kind::list: {
      const std::string element = to_text(type.elements.at(0));
      if (!type.length) return "list of " + element;
      std::string out;
      for (std::size_t i = 0; i < *type.length; ++i) out += (i > 0 ? ", " : "") + element;
      return "[" + out + "]";
    }
  }
  return {};
}

}  // namespace weald::schema
