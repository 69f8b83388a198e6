#include "deep/preset_tree.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/preset/yaml_reader.h"
#include "schema/codec.h"

namespace weald::deep {

Node raw(std::string text) { return {schema::Scalar{std::move(text), false}, {}}; }

Node text_value(std::string_view text) { return raw(schema::quoted_text(text)); }

Node number(double value) {
  if (std::isnan(value)) return raw(".nan");
  if (std::isinf(value)) return raw(value > 0 ? ".inf" : "-.inf");
  if (value == 0 && std::signbit(value)) return raw("-0");
  return raw(schema::number_text(value));
}

Node list_of(std::vector<Node> elements) { return {std::move(elements), {}}; }

Node empty_map() { return {Node::Map{}, {}}; }

void put(Node& map, std::string_view key, Node value) {
  if (Entry* entry = map.find(key)) {
    entry->value = std::move(value);
  } else {
    map.map()->push_back({std::string(key), {}, std::move(value)});
  }
}

void drop(Node& map, std::string_view key) {
  std::erase_if(*map.map(), [&](const Entry& entry) { return entry.key == key; });
}

std::string flow_text(const Node& node) {
  if (const schema::Scalar* scalar = node.scalar()) return scalar->text;
  std::string out;
  if (const Node::List* list = node.list()) {
    for (const Node& element : *list) out += (out.empty() ? "" : ", ") + flow_text(element);
    return "[" + out + "]";
  }
  if (const Node::Map* map = node.map()) {
    for (const Entry& entry : *map)
      out += (out.empty() ? "" : ", ") + schema::quoted_text(entry.key) + ": " + flow_text(entry.value);
    return "{" + out + "}";
  }
  return "~";
}

std::string preset_text(const Node& root) {
  std::string out;
  for (const Entry& entry : *root.map()) {
    if (entry.key == "stages" && entry.value.map() != nullptr && !entry.value.map()->empty()) {
      out += "stages:\n";
      for (const Entry& stage : *entry.value.map())
        out += "  " + schema::quoted_text(stage.key) + ": " + flow_text(stage.value) + "\n";
    } else if (entry.key == "outputs" && entry.value.list() != nullptr && !entry.value.list()->empty()) {
      out += "outputs:\n";
      for (const Node& output : *entry.value.list()) out += "  - " + flow_text(output) + "\n";
    } else {
      out += schema::quoted_text(entry.key) + ": " + flow_text(entry.value) + "\n";
    }
  }
  return out;
}

std::optional<Node> read_tree(std::string_view text) {
  Diagnostics diagnostics;
  std::optional<Node> root = preset::read_yaml(0, text, diagnostics);
  if (!root) return std::nullopt;
  for_each_value(*root, [](Node& node) {
    auto* scalar = std::get_if<schema::Scalar>(&node.value);
    if (scalar == nullptr) return;
    const bool stays =
        !scalar->quoted && (schema::parse_number(scalar->text) || scalar->text == "true" || scalar->text == "false");
    node = stays ? raw(scalar->text) : text_value(scalar->text);
  });
  return root;
}

}  // namespace weald::deep
