#include "deep/budget.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "schema/codec.h"

namespace weald::deep {

namespace {

using schema::FieldInfo;
using schema::ValueType;
using Kind = ValueType::Kind;

std::optional<double> whole_number(const Node& node) {
  return node.scalar() != nullptr ? schema::parse_number(node.scalar()->text) : std::nullopt;
}

void add_fields(const std::vector<FieldInfo>& fields, const Node& map, Asked& asked);

void add_value(const ValueType& type, const Node& node, Asked& asked) {
  if (type.kind == Kind::record) {
    if (node.map() != nullptr) add_fields(type.fields, node, asked);
  } else if (type.kind == Kind::integer) {
    if (const auto value = whole_number(node)) asked.steps += std::max(0.0, *value);
  } else if (type.kind == Kind::list && node.list() != nullptr) {
    const ValueType& element = type.elements.at(0);
    if (element.kind == Kind::integer && type.length) {
      double product = 1;
      for (const Node& factor : *node.list()) product *= std::max(1.0, whole_number(factor).value_or(1));
      asked.samples += product;
    } else {
      for (const Node& inner : *node.list()) add_value(element, inner, asked);
    }
  } else if (type.kind == Kind::map && node.map() != nullptr) {
    for (const Entry& entry : *node.map()) add_value(type.elements.at(0), entry.value, asked);
  } else if (type.kind == Kind::any_of) {
    for (const ValueType& alternative : type.elements) {
      if ((alternative.kind == Kind::list) == (node.list() != nullptr)) add_value(alternative, node, asked);
    }
  }
}

void add_fields(const std::vector<FieldInfo>& fields, const Node& map, Asked& asked) {
  for (const FieldInfo& field : fields) {
    if (const Entry* entry = map.find(field.key)) {
      add_value(field.type, entry->value, asked);
    } else if (field.type.kind == Kind::list && !field.default_text.empty()) {
      if (const auto value = read_tree(field.default_text)) add_value(field.type, *value, asked);
    }
  }
}

}  // namespace

Asked asked_by(const Node& preset) {
  Asked asked;
  const Entry* stages = preset.find("stages");
  const Entry* outputs = preset.find("outputs");
  if (stages != nullptr && stages->value.map() != nullptr) {
    for (const Entry& stage : *stages->value.map()) {
      const Entry* kind = stage.value.find("kind");
      const auto* known = kind != nullptr ? pipeline::find_stage_kind(flow_text(kind->value)) : nullptr;
      if (known != nullptr) add_fields(known->describe(), stage.value, asked);
    }
  }
  if (outputs != nullptr && outputs->value.list() != nullptr) {
    const std::vector<FieldInfo> fields = schema::describe<pipeline::OutputSpec>();
    for (const Node& output : *outputs->value.list()) {
      if (output.map() != nullptr) add_fields(fields, output, asked);
    }
  }
  return asked;
}

Limits limits_of(const Asked& asked) {
  Limits limits;
  const double samples = std::min(asked.samples, kMaxSamples);
  limits.cpu_seconds = std::min(120.0, 60 + 1e-6 * samples * asked.steps);
  limits.memory_bytes = (std::uint64_t{3} << 30) + static_cast<std::uint64_t>(500 * samples);
  limits.file_bytes = static_cast<std::uint64_t>(5 * quiet_bytes({samples, 0}));
  return limits;
}

double quiet_bytes(const Asked& asked) { return 1e8 + 100 * asked.samples; }

}  // namespace weald::deep
