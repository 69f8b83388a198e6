#include "engine/preset/detail/parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/text/nearest_name.h"
#include "engine/preset/detail/node_values.h"
#include "engine/preset/language.h"
#include "methods/expression/syntax.h"
#include "schema/wording.h"

namespace weald::preset {

using expression::Value;
using schema::Entry;
using schema::Node;

namespace {

/// The keys of a declaration besides its default.
struct ParameterKeys {
  std::optional<ParameterType> type;
  std::optional<std::array<double, 2>> range;
  std::string unit;
  std::string help;
};

constexpr std::string_view kOtherKeys[] = {"default", "choices"};
constexpr std::string_view kReserved[] = {"true", "false", "seed", "index"};

}  // namespace
}  // namespace weald::preset

template <>
struct weald::schema::EnumNames<weald::preset::ParameterType> {
  static constexpr auto names =
      names_in_order<weald::preset::ParameterType>("number", "integer", "boolean", "text", "colour", "list");
};

template <>
struct weald::schema::Schema<weald::preset::ParameterKeys> {
  using P = weald::preset::ParameterKeys;
  static constexpr auto fields =
      Fields{Field{&P::type, "type", "Type of the values; unset: that of the default."},
             Field{&P::range, "range", "Least and greatest value, or those of the elements of a list."},
             Field{&P::unit, "unit", "Unit of the values: m, deg, px, yr, or a power or quotient of these."},
             Field{&P::help, "help", "What the parameter does, one sentence."}};
};

namespace weald::preset {

namespace {

std::string_view article_of(ParameterType type) {
  switch (type) {
    case ParameterType::number: return "a number";
    case ParameterType::integer: return "a whole number";
    case ParameterType::boolean: return "true or false";
    case ParameterType::text: return "a text";
    case ParameterType::colour: return "a colour, a list of three numbers from 0 to 1";
    case ParameterType::list: return "a list";
  }
  return "";
}

ParameterType type_of(const Value& value) {
  if (value.number() != nullptr) return ParameterType::number;
  if (value.boolean() != nullptr) return ParameterType::boolean;
  return value.text() != nullptr ? ParameterType::text : ParameterType::list;
}

bool has_type(const Value& value, ParameterType type) {
  switch (type) {
    case ParameterType::number: return value.number() != nullptr;
    case ParameterType::integer: return value.number() != nullptr && std::trunc(*value.number()) == *value.number();
    case ParameterType::boolean: return value.boolean() != nullptr;
    case ParameterType::text: return value.text() != nullptr;
    case ParameterType::colour:
      return value.list() != nullptr && value.list()->size() == 3 &&
             std::all_of(value.list()->begin(), value.list()->end(),
                         [](const Value& v) { return v.number() != nullptr && *v.number() >= 0 && *v.number() <= 1; });
    case ParameterType::list: return value.list() != nullptr;
  }
  return false;
}

/// Gives the numbers of a value the unit.
void set_unit(Value& value, const expression::Unit& unit) {
  if (value.number() != nullptr) value.unit = unit;
  if (auto* list = std::get_if<Value::List>(&value.data)) {
    for (Value& element : *list) set_unit(element, unit);
  }
}

/// The first number of a value that is outside the range.
std::optional<double> outside(const Value& value, const schema::Range& range) {
  if (const double* number = value.number()) return range.contains(*number) ? std::nullopt : std::optional(*number);
  if (value.list() == nullptr) return std::nullopt;
  for (const Value& element : *value.list()) {
    if (const auto number = outside(element, range)) return number;
  }
  return std::nullopt;
}

class DeclarationReader {
 public:
  DeclarationReader(const Entry& entry, schema::Decoder& decoder) : entry_(entry), decoder_(decoder) {}

  std::optional<Parameter> read() {
    const Node& node = entry_.value;
    parameter_.name = entry_.key;
    parameter_.where = entry_.key_where;
    if (!has_good_name()) return std::nullopt;
    if (node.map() == nullptr) {
      decoder_.error(node.is_null() ? entry_.key_where : node.where,
                     fmt::format("parameter '{}' needs a map with 'default', not {}", entry_.key, node.kind_name()),
                     fmt::format("for example {}: {{default: 1}}", entry_.key));
      return std::nullopt;
    }
    ParameterKeys keys;
    schema::Decoder own = decoder_;
    own.set_owner(fmt::format("parameter '{}'", entry_.key));
    if (!schema::decode_fields(node, own, keys, kOtherKeys) || !read_choices() || !read_default(keys))
      return std::nullopt;
    parameter_.unit = keys.unit;
    parameter_.help = keys.help;
    if (!expression::parse_unit(keys.unit)) {
      own.error(node.find("unit")->value.where, fmt::format("unit '{}' is unknown", keys.unit.substr(0, 40)),
                "units are m, deg, px, yr, and powers or quotients of these such as m2 and 1/m");
      return std::nullopt;
    }
    if (!keys.range) return std::move(parameter_);
    parameter_.range = {(*keys.range)[0], (*keys.range)[1]};
    if (parameter_.range->min <= parameter_.range->max) return std::move(parameter_);
    own.error(node.find("range")->value.where, fmt::format("the range of '{}' ends before it begins", entry_.key));
    return std::nullopt;
  }

 private:
  bool has_good_name() {
    const bool is_reserved = std::find(std::begin(kReserved), std::end(kReserved), entry_.key) != std::end(kReserved);
    if (expression::is_identifier(entry_.key) && !is_reserved) return true;
    decoder_.error(entry_.key_where, fmt::format("'{}' is not a valid name of a parameter", entry_.key.substr(0, 40)),
                   is_reserved ? "it has a meaning in expressions already"
                               : "a name starts with a letter and consists of letters, digits and '_'");
    return false;
  }

  bool read_choices() {
    const Entry* choices = entry_.value.find("choices");
    if (choices == nullptr) return true;
    const auto value = value_of(choices->value);
    if (!value || value->list() == nullptr || value->list()->empty()) {
      decoder_.error(choices->value.where,
                     fmt::format("'choices' of parameter '{}' needs a list of values", entry_.key));
      return false;
    }
    parameter_.choices = *value->list();
    return true;
  }

  bool read_default(const ParameterKeys& keys) {
    const Entry* entry = entry_.value.find("default");
    if (entry == nullptr || entry->value.is_null()) {
      decoder_.error(entry_.key_where, fmt::format("parameter '{}' needs a 'default'", entry_.key));
      return false;
    }
    parameter_.default_value = entry->value;
    const bool is_expression = expression_in(entry->value).has_value();
    const auto value = is_expression ? std::nullopt : value_of(entry->value);
    if (!is_expression && !value) {
      decoder_.error(entry->value.where,
                     fmt::format("'default' of parameter '{}' needs a number, true or false, a text "
                                 "or a list, not {}",
                                 entry_.key, entry->value.kind_name()));
      return false;
    }
    parameter_.type = keys.type.value_or(value ? type_of(*value) : ParameterType::number);
    return true;
  }

  const Entry& entry_;
  schema::Decoder& decoder_;
  Parameter parameter_;
};

}  // namespace

std::vector<schema::FieldInfo> describe_parameter() { return schema::describe<ParameterKeys>(); }

std::vector<Parameter> read_parameters(const Node& map, schema::Decoder& decoder) {
  std::vector<Parameter> parameters;
  if (map.map() == nullptr) {
    decoder.error(map.where, fmt::format("'parameters' needs a map of names to parameters, not {}", map.kind_name()),
                  "for example parameters: {height: {default: 12, range: [1, 40], unit: m}}");
    return parameters;
  }
  if (map.map()->size() > kMaxParameters) {
    decoder.error(map.where,
                  fmt::format("{} parameters; a preset may have at most {}", map.map()->size(), kMaxParameters));
    return parameters;
  }
  for (const Entry& entry : *map.map()) {
    if (auto parameter = DeclarationReader(entry, decoder).read()) parameters.push_back(std::move(*parameter));
  }
  return parameters;
}

std::vector<ParameterInfo> parameters_of(const PresetText& text) { return declared_parameters(text.root); }

std::vector<ParameterInfo> declared_parameters(const Node& root) {
  std::vector<ParameterInfo> result;
  const Entry* map = root.find("parameters");
  if (map == nullptr) return result;
  Diagnostics unheard;
  schema::Decoder decoder(unheard, "the preset", "");
  for (const Parameter& parameter : read_parameters(map->value, decoder)) {
    ParameterInfo& info = result.emplace_back();
    info.name = parameter.name;
    info.type = schema::name_of(parameter.type);
    info.default_value = schema::canonical_text(parameter.default_value);
    info.range = parameter.range;
    for (const Value& choice : parameter.choices) info.choices.push_back(expression::to_text(choice));
    info.unit = parameter.unit;
    info.help = parameter.help;
  }
  return result;
}

std::optional<Value> checked_value(const Parameter& parameter, Value value, const SourceLoc& where,
                                   std::string_view owner, Diagnostics& diagnostics) {
  const std::string name = fmt::format("'{}' in {}", parameter.name, owner);
  if (!has_type(value, parameter.type)) {
    diagnostics.error(where, fmt::format("{} needs {}, not {}", name, article_of(parameter.type),
                                         value.list() != nullptr ? "a list" : "'" + expression::to_text(value) + "'"));
    return std::nullopt;
  }
  const auto same = [&](const Value& choice) { return choice.data == value.data; };
  if (!parameter.choices.empty() && std::none_of(parameter.choices.begin(), parameter.choices.end(), same)) {
    std::vector<std::string> names;
    for (const Value& choice : parameter.choices) names.push_back(expression::to_text(choice));
    const std::string text = expression::to_text(value);
    diagnostics.error(where, fmt::format("{} cannot be '{}'", name, text),
                      schema::suggest(text, std::vector<std::string_view>(names.begin(), names.end())));
    return std::nullopt;
  }
  const expression::Unit unit = expression::parse_unit(parameter.unit).value_or(expression::Unit{});
  if (value.unit.given() && unit.given() && value.unit != unit) {
    diagnostics.error(where,
                      fmt::format("{} is in {}, not in {}", name, parameter.unit, expression::unit_text(value.unit)));
    return std::nullopt;
  }
  if (const auto number = parameter.range ? outside(value, *parameter.range) : std::nullopt) {
    diagnostics.error(
        where, fmt::format("{} is {}, outside {}{}{}", name, schema::readable_number(*number),
                           schema::range_text(*parameter.range), parameter.unit.empty() ? "" : " ", parameter.unit));
    return std::nullopt;
  }
  set_unit(value, unit);
  return value;
}

}  // namespace weald::preset
