#include "engine/preset/detail/node_values.h"

#include <algorithm>
#include <utility>

#include "schema/codec.h"

namespace weald::preset {

using expression::Value;
using schema::Node;

std::optional<std::string_view> expression_in(const Node& node) {
  const schema::Scalar* scalar = node.scalar();
  if (scalar == nullptr || !scalar->text.starts_with('=')) return std::nullopt;
  return std::string_view(scalar->text).substr(1);
}

bool holds_expression(const Node& node) {
  if (const Node::List* list = node.list()) return std::any_of(list->begin(), list->end(), holds_expression);
  if (const Node::Map* map = node.map())
    return std::any_of(map->begin(), map->end(),
                       [](const schema::Entry& entry) { return holds_expression(entry.value); });
  return expression_in(node).has_value();
}

std::optional<Value> value_of(const Node& node) {
  if (const schema::Scalar* scalar = node.scalar()) {
    if (scalar->quoted) return Value{scalar->text};
    if (scalar->text == "true" || scalar->text == "false") return Value{scalar->text == "true"};
    if (const auto number = schema::parse_number(scalar->text)) return Value{*number};
    return Value{scalar->text};
  }
  if (node.list() == nullptr) return std::nullopt;
  Value::List list;
  for (const Node& element : *node.list()) {
    auto value = value_of(element);
    if (!value) return std::nullopt;
    list.push_back(std::move(*value));
  }
  return Value{std::move(list)};
}

Node node_of(const Value& value, const SourceLoc& where, const std::shared_ptr<const schema::Computed>& computed) {
  Node node{{}, where, computed};
  if (const Value::List* list = value.list()) {
    Node::List elements;
    for (const Value& element : *list) elements.push_back(node_of(element, where, computed));
    node.value = std::move(elements);
  } else {
    node.value = schema::Scalar{expression::to_text(value), value.text() != nullptr};
  }
  return node;
}

}  // namespace weald::preset
