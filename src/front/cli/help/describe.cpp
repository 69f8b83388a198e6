#include "front/cli/help/describe.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "engine/graph/stage_list.h"
#include "engine/outputs/writers.h"

namespace weald::app {

namespace {

using schema::FieldInfo;
using schema::ValueType;

std::string_view kind_text(ValueType::Kind kind) {
  using Kind = ValueType::Kind;
  switch (kind) {
    case Kind::boolean: return "boolean";
    case Kind::integer: return "integer";
    case Kind::number: return "number";
    case Kind::string: return "string";
    case Kind::choice: return "choice";
    case Kind::file: return "file";
    case Kind::input: return "input";
    case Kind::list: return "list";
    case Kind::map: return "map";
    case Kind::record: return "record";
    case Kind::any_of: return "any_of";
  }
  return "";
}

Json type_json(const ValueType& type) {
  Json json = {{"type", kind_text(type.kind)}};
  const bool is_number = type.kind == ValueType::Kind::number || type.kind == ValueType::Kind::integer;
  if (is_number && type.range && std::isfinite(type.range->min)) json["min"] = type.range->min;
  if (is_number && type.range && std::isfinite(type.range->max)) json["max"] = type.range->max;
  if (!type.names.empty()) json[type.kind == ValueType::Kind::input ? "artifacts" : "choices"] = type.names;
  if (type.length) json["length"] = *type.length;
  if (type.kind == ValueType::Kind::any_of) {
    for (const ValueType& element : type.elements) json["any_of"].push_back(type_json(element));
  } else if (!type.elements.empty()) {
    json["element"] = type_json(type.elements.front());
  }
  if (!type.fields.empty()) json["parameters"] = fields_json(type.fields);
  return json;
}

}  // namespace

Json fields_json(const std::vector<FieldInfo>& fields) {
  Json list = Json::array();
  for (const FieldInfo& field : fields) {
    Json json = {{"key", field.key}, {"help", field.help}};
    json.update(type_json(field.type));
    if (!field.unit.empty()) json["unit"] = field.unit;
    json["required"] = field.required;
    if (!field.required && !field.default_text.empty()) json["default"] = field.default_text;
    list.push_back(std::move(json));
  }
  return list;
}

Json stage_kind_json(const pipeline::StageKind& kind) {
  Json parts = Json::array();
  for (const schema::PartInfo& part : kind.parts) {
    parts.push_back({{"name", part.name}, {"artifact", part.artifact}, {"help", part.help}});
    if (!part.unit.empty()) parts.back()["unit"] = part.unit;
  }
  Json json = {{"kind", kind.kind},     {"group", kind.group},       {"summary", kind.summary},
               {"output", kind.output}, {"parts", std::move(parts)}, {"parameters", fields_json(kind.describe())}};
  if (!kind.outputs.empty()) json["outputs"] = kind.outputs;
  return json;
}

Json stage_summaries_json() {
  Json list = Json::array();
  for (const pipeline::StageKind& kind : pipeline::all_stages())
    list.push_back({{"kind", kind.kind}, {"group", kind.group}, {"output", kind.output}, {"summary", kind.summary}});
  return list;
}

Json writers_json() {
  Json list = Json::array();
  for (const pipeline::Writer& writer : pipeline::all_writers()) {
    Json json = {{"artifact", writer.artifact}, {"extension", writer.extension}, {"help", writer.help}};
    json["sidecars"] = Json::array();
    for (const std::string_view sidecar : writer.sidecars) json["sidecars"].push_back(sidecar);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace weald::app
