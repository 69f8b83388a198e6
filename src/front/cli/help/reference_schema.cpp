// The JSON Schema of presets, made from the declarations.

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/preset/language.h"
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

/// A value of this type, or an expression.
Json or_expression(Json schema) { return {{"anyOf", {std::move(schema), {{"$ref", "#/definitions/expression"}}}}}; }

Json type_schema(const ValueType& type) {
  switch (type.kind) {
    case ValueType::Kind::boolean: return or_expression({{"type", "boolean"}});
    case ValueType::Kind::integer: return or_expression(number_schema("integer", type));
    case ValueType::Kind::number: return or_expression(number_schema("number", type));
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
      return or_expression({{"enum", names}});
    }
    case ValueType::Kind::map: return {{"type", "object"}, {"additionalProperties", type_schema(type.elements.at(0))}};
    case ValueType::Kind::any_of: {
      Json alternatives = Json::array();
      for (const ValueType& element : type.elements) alternatives.push_back(type_schema(element));
      return or_expression({{"anyOf", alternatives}});
    }
    case ValueType::Kind::list: {
      Json list = {{"type", "array"}, {"items", type_schema(type.elements.at(0))}};
      if (type.length) list["minItems"] = list["maxItems"] = *type.length;
      return or_expression(std::move(list));
    }
  }
  return Json::object();
}

/// The keys that repeat a stage or an output, or leave it out.
void add_language_keys(Json& properties) {
  properties["for"] = {{"type", "object"},
                       {"description", "A copy for each value of a variable: a range such as 0..11, or a list."}};
  properties["when"] = or_expression({{"type", "boolean"}});
  properties["when"]["description"] = "Whether it is there at all.";
}

Json parameter_schema() {
  Json schema = fields_schema(preset::describe_parameter());
  schema["properties"]["default"] = {{"description", "Value if none is given."}};
  schema["properties"]["choices"] = {{"type", "array"}, {"description", "Allowed values."}};
  schema["required"] = {"default"};
  return schema;
}

Json output_schema() {
  Json schema = fields_schema(schema::describe<pipeline::OutputSpec>());
  add_language_keys(schema["properties"]);
  return schema;
}

/// A map of names to values with this schema.
Json named(Json schema, const char* description) {
  return {{"type", "object"}, {"additionalProperties", std::move(schema)}, {"description", description}};
}

/// The keys of the language of presets.
void add_language(Json& properties) {
  properties["parameters"] = named(parameter_schema(), "Values that --set and the users of a component can give.");
  properties["let"] = named(true, "Values with names for expressions.");
  properties["grid"] = fields_schema(preset::describe_grid());
  properties["grid"]["description"] = "Grid of all fields that name none.";
  properties["inputs"] = named(true, "Stages that a use of this preset must name, with the artifacts that they make.");
  properties["result"] = {{"type", "string"}, {"description", "Stage that stands for a use of this preset."}};
  properties["results"] = named({{"type", "string"}}, "Further stages that users can name, as parts.");
  properties["variants"] = named({{"type", "object"}}, "Values of parameters by the name that --variant chooses.");
  properties["sweep"] = named(
      {{"anyOf", {{{"type", "array"}, {"minItems", 1}}, {{"type", "string"}, {"pattern", "^-?[0-9]+\\.\\.-?[0-9]+"}}}}},
      "Siblings: the values of parameters, of seed or of STAGE.KEY, as lists or ranges such as 1..4.");
}

Json stage_schema() {
  Json kinds = Json::array();
  Json cases = Json::array();
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    kinds.push_back(std::string(kind.kind));
    Json parameters = fields_schema(kind.describe());
    parameters["properties"]["kind"] = true;
    parameters["properties"]["seed"] = {
        {"type", "integer"},
        {"minimum", 0},
        {"description", "Seed of this stage, whatever its name and the preset's seed."}};
    add_language_keys(parameters["properties"]);
    parameters["description"] = std::string(kind.summary);
    cases.push_back(
        {{"if", {{"properties", {{"kind", {{"const", std::string(kind.kind)}}}}}}}, {"then", std::move(parameters)}});
  }
  return {{"type", "object"},
          {"required", {"kind"}},
          {"properties",
           {{"kind",
             {{"anyOf", {{{"enum", kinds}}, {{"type", "string"}, {"pattern", "\\.ya?ml$"}}}},
              {"description", "Kind of the stage, or a preset file that is used as a component."}}}}},
          {"allOf", cases}};
}

}  // namespace

std::string json_schema() {
  Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"},
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
                 {"outputs", {{"type", "array"}, {"items", output_schema()}}}}},
               {"definitions",
                {{"expression",
                  {{"type", "string"}, {"pattern", "^="}, {"description", "An expression, such as = 2 * height."}}}}}};
  add_language(root["properties"]);
  return root.dump(1);
}

}  // namespace weald::app
