// The JSON Schema of presets, made from the declarations.

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/preset/preset.h"
#include "front/cli/console/json_report.h"
#include "front/cli/help/reference.h"

namespace weald::app {

namespace {

using schema::FieldInfo;
using schema::ValueType;

Json type_schema(const ValueType& type);

Json fields_schema(const std::vector<FieldInfo>& fields) {
  Json object = {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
  Json required = Json::array();
  for (const FieldInfo& field : fields) {
    Json property = type_schema(field.type);
    property["description"] =
        field.unit.empty() ? std::string(field.help) : fmt::format("{} [{}]", field.help, field.unit);
    object["properties"][std::string(field.key)] = std::move(property);
    if (field.required) required.push_back(field.key);
  }
  if (!required.empty()) object["required"] = std::move(required);
  return object;
}

/// A whole number as an integer: its text does not depend on the version of the JSON library.
Json bound(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15 ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json number_schema(const char* name, const ValueType& type) {
  Json number = {{"type", name}};
  if (type.range && std::isfinite(type.range->min)) number["minimum"] = bound(type.range->min);
  if (type.range && std::isfinite(type.range->max)) number["maximum"] = bound(type.range->max);
  return number;
}

Json type_schema(const ValueType& type) {
  switch (type.kind) {
    case ValueType::Kind::boolean: return {{"type", "boolean"}};
    case ValueType::Kind::integer: return number_schema("integer", type);
    case ValueType::Kind::number: return number_schema("number", type);
    case ValueType::Kind::string: return {{"type", {"string", "number", "boolean"}}};
    case ValueType::Kind::file:
    case ValueType::Kind::input: return {{"type", "string"}};
    case ValueType::Kind::record: return fields_schema(type.fields);
    case ValueType::Kind::choice: {
      // YAML reads a choice such as 8 or 16 as a number.
      Json names = Json::array();
      for (const std::string_view name : type.names) {
        names.push_back(std::string(name));
        if (const auto number = schema::parse_integer(name)) names.push_back(*number);
      }
      return {{"enum", names}};
    }
    case ValueType::Kind::map: return {{"type", "object"}, {"additionalProperties", type_schema(type.elements.at(0))}};
    case ValueType::Kind::any_of: {
      Json alternatives = Json::array();
      for (const ValueType& element : type.elements) alternatives.push_back(type_schema(element));
      return {{"anyOf", alternatives}};
    }
    case ValueType::Kind::list: {
      Json list = {{"type", "array"}, {"items", type_schema(type.elements.at(0))}};
      if (type.length) list["minItems"] = list["maxItems"] = *type.length;
      return list;
    }
  }
  return Json::object();
}

Json stage_schema() {
  Json kinds = Json::array();
  Json cases = Json::array();
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    kinds.push_back(std::string(kind.kind));
    Json parameters = fields_schema(kind.describe());
    parameters["properties"]["kind"] = true;
    parameters["properties"]["seed"] = {
        {"type", "integer"}, {"minimum", 0}, {"description", "Seed for this stage instead of the preset's."}};
    parameters["description"] = std::string(kind.summary);
    cases.push_back(
        {{"if", {{"properties", {{"kind", {{"const", std::string(kind.kind)}}}}}}}, {"then", std::move(parameters)}});
  }
  return {{"type", "object"}, {"required", {"kind"}}, {"properties", {{"kind", {{"enum", kinds}}}}}, {"allOf", cases}};
}

}  // namespace

std::string json_schema() {
  Json root = {
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"title", "weald preset"},
      {"type", "object"},
      {"additionalProperties", false},
      {"properties",
       {{"weald", {{"const", preset::kFormatVersion}, {"description", "Format version."}}},
        {"description", {{"type", "string"}}},
        {"seed", {{"type", "integer"}, {"minimum", 0}, {"description", "Seed of the preset."}}},
        {"seeds",
         {{"description", "Seeds of siblings: a range such as 1..16, or a list."},
          {"anyOf",
           {{{"type", "string"}, {"pattern", "^[0-9]+(\\.\\.[0-9]+)?$"}},
            {{"type", "integer"}, {"minimum", 0}},
            {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 0}}}, {"minItems", 1}}}}}},
        {"extends",
         {{"description", "Presets to start from: files, or names of presets that come with weald."},
          {"anyOf", {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}}}}}},
        {"stages",
         {{"type", "object"},
          {"propertyNames", {{"pattern", "^[A-Za-z_][A-Za-z0-9_-]*$"}}},
          {"additionalProperties", {{"anyOf", {stage_schema(), {{"type", "null"}}}}}}}},
        {"outputs", {{"type", "array"}, {"items", fields_schema(schema::describe<pipeline::OutputSpec>())}}}}}};
  return root.dump(1);
}

}  // namespace weald::app
