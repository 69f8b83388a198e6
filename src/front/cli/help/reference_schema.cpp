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

/// The value of a parameter, without expressions.
Json value_schema(const preset::ParameterInfo& parameter) {
  Json schema = Json::object();
  if (!parameter.choices.empty()) {
    schema["enum"] = Json::array();
    for (const std::string& choice : parameter.choices) {
      const auto number = schema::parse_number(choice);
      schema["enum"].push_back(number && parameter.type != "text" ? bound(*number) : Json(choice));
    }
    return schema;
  }
  const ValueType type{.range = parameter.range};
  if (parameter.type == "number" || parameter.type == "integer") return number_schema(parameter.type.c_str(), type);
  if (parameter.type == "boolean") return {{"type", "boolean"}};
  if (parameter.type == "text") return {{"type", "string"}};
  schema = {{"type", "array"}};
  if (parameter.type == "colour") {
    schema["items"] = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
    schema["minItems"] = schema["maxItems"] = 3;
  }
  return schema;
}

/// The values of parameters by name, each a value or an expression.
Json values_schema(const std::vector<preset::ParameterInfo>& parameters) {
  Json properties = Json::object();
  for (const preset::ParameterInfo& parameter : parameters) {
    Json value = or_expression(value_schema(parameter));
    std::string help = parameter.help;
    if (!parameter.unit.empty()) help += fmt::format("{}[{}]", help.empty() ? "" : " ", parameter.unit);
    value["description"] = fmt::format("{}{}Default: {}", help, help.empty() ? "" : " ", parameter.default_value);
    properties[parameter.name] = std::move(value);
  }
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
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
  properties["variants"] = named({{"type", "object"}}, "Values of parameters by the name of a variant.");
  properties["let"] = named(true, "Values with names for expressions.");
  properties["grid"] = fields_schema(preset::describe_grid());
  properties["grid"]["description"] = "Grid of all fields that name none.";
  properties["world"] = fields_schema(preset::describe_world());
  properties["world"]["description"] = "Tiles that the heightmaps of the grid are cut into.";
  properties["inputs"] = named(true, "Stages that a use of this preset must name, with the artifacts that they make.");
  properties["result"] = {{"type", "string"}, {"description", "Stage that stands for a use of this preset."}};
  properties["results"] = named({{"type", "string"}}, "Further stages that users can name, as parts.");
  properties["views"] =
      named(fields_schema(schema::describe<render::PictureParams>()), "Settings of pictures by the name of a view.");
  properties["sweep"] = named(
      {{"anyOf", {{{"type", "array"}, {"minItems", 1}}, {{"type", "string"}, {"pattern", "^-?[0-9]+\\.\\.-?[0-9]+"}}}}},
      "Siblings: the values of parameters, of seed or of STAGE.KEY, as lists or ranges such as 1..4.");
}

Json seed_schema() {
  return {{"type", "integer"},
          {"minimum", 0},
          {"description", "Seed of this stage, whatever its name and the preset's seed."}};
}

/// What holds for a stage of this kind.
Json for_kind(const std::string& kind, Json schema) {
  return {{"if", {{"required", {"kind"}}, {"properties", {{"kind", {{"const", kind}}}}}}}, {"then", std::move(schema)}};
}

/// The keys of a stage whose kind is a component.
Json use_schema(const preset::ComponentInfo& component) {
  Json use = values_schema(component.parameters);
  Json required = Json::array();
  for (const preset::InputInfo& input : component.inputs) {
    use["properties"][input.name] = {{"type", "string"},
                                     {"description", fmt::format("Stage that makes: {}.", input.artifact)}};
    if (input.is_required) required.push_back(input.name);
  }
  if (!required.empty()) use["required"] = std::move(required);
  use["properties"]["kind"] = true;
  use["properties"]["seed"] = seed_schema();
  add_language_keys(use["properties"]);
  if (!component.description.empty()) use["description"] = component.description;
  return use;
}

Json stage_schema(const std::vector<preset::ComponentInfo>& components) {
  Json kinds = Json::array();
  Json cases = Json::array();
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    kinds.push_back(std::string(kind.kind));
    Json parameters = fields_schema(kind.describe());
    parameters["properties"]["kind"] = true;
    parameters["properties"]["seed"] = seed_schema();
    add_language_keys(parameters["properties"]);
    parameters["description"] = std::string(kind.summary);
    cases.push_back(for_kind(std::string(kind.kind), std::move(parameters)));
  }
  for (const preset::ComponentInfo& component : components) {
    kinds.push_back(component.kind);
    cases.push_back(for_kind(component.kind, use_schema(component)));
  }
  return {{"type", "object"},
          {"properties",
           {{"kind",
             {{"anyOf", {{{"enum", kinds}}, {{"type", "string"}, {"pattern", "\\.ya?ml$"}}}},
              {"description", "Kind of the stage, or a preset file that is used as a component."}}}}},
          {"allOf", cases}};
}

Json preset_schema(const std::vector<preset::ComponentInfo>& components) {
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
                   {"additionalProperties", {{"anyOf", {stage_schema(components), {{"type", "null"}}}}}}}},
                 {"outputs", {{"type", "array"}, {"items", output_schema()}}}}},
               {"definitions",
                {{"expression",
                  {{"type", "string"}, {"pattern", "^="}, {"description", "An expression, such as = 2 * height."}}}}}};
  add_language(root["properties"]);
  // A preset that extends another may change a stage without naming its kind again.
  const Json with_kind = {{"anyOf", {{{"type", "null"}}, {{"required", {"kind"}}}}}};
  root["if"] = {{"not", {{"required", {"extends"}}}}};
  root["then"] = {{"properties", {{"stages", {{"additionalProperties", with_kind}}}}}};
  return root;
}

}  // namespace

std::string json_schema() { return preset_schema({}).dump(1); }

std::string json_schema_of(const preset::PresetText& text) {
  Json root = preset_schema(preset::components_of(text));
  if (const std::string_view description = text.root.text_at("description"); !description.empty())
    root["description"] = description;
  const std::vector<preset::ParameterInfo> parameters = preset::parameters_of(text);
  root["definitions"]["parameters"] = values_schema(parameters);
  Json& declared = root["properties"]["parameters"];
  for (const preset::ParameterInfo& parameter : parameters) {
    Json schema = parameter_schema();
    schema["properties"]["default"] = root["definitions"]["parameters"]["properties"][parameter.name];
    declared["properties"][parameter.name] = std::move(schema);
  }
  root["properties"]["variants"]["additionalProperties"] = {{"$ref", "#/definitions/parameters"}};
  return root.dump(1);
}

}  // namespace weald::app
