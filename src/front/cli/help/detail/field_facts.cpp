#include "front/cli/help/detail/field_facts.h"

namespace weald::app {

using schema::FieldInfo;
using schema::ValueType;

const std::vector<FieldInfo>* record_fields(const ValueType& type) {
  if (type.kind == ValueType::Kind::record) return &type.fields;
  for (const ValueType& element : type.elements) {
    if (const auto* fields = record_fields(element)) return fields;
  }
  return nullptr;
}

std::string default_cell(const FieldInfo& field) {
  if (field.required) return "required";
  return field.type.kind == ValueType::Kind::record ? std::string{} : field.default_text;
}

std::optional<schema::Range> range_of(const ValueType& type) {
  if (type.kind != ValueType::Kind::any_of) return type.range;
  for (const ValueType& alternative : type.elements) {
    if (alternative.range) return alternative.range;
  }
  return std::nullopt;
}

}  // namespace weald::app
