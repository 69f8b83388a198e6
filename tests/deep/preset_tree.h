#pragma once
// Presets as trees that machines change, and their text.

#include <string>
#include <string_view>
#include <vector>

#include "schema/node.h"

namespace weald::deep {

using schema::Entry;
using schema::Node;

/// A value that is printed as it stands, whatever it means to YAML.
Node raw(std::string text);
/// A text, quoted where YAML needs it.
Node text_value(std::string_view text);
/// The shortest text of a number; NaN and infinities as YAML spells them.
Node number(double value);
Node list_of(std::vector<Node> elements);
Node empty_map();

/// Sets `key` of `map`, which becomes the last one where it is new.
void put(Node& map, std::string_view key, Node value);
/// Removes `key` of `map`; nothing where there is none.
void drop(Node& map, std::string_view key);

/// The value as one line of YAML.
std::string flow_text(const Node& node);
/// A preset with a line for each stage and output.
std::string preset_text(const Node& root);
/// Reads YAML into a tree whose text, printed again, means the same. Unset where it cannot be read.
std::optional<Node> read_tree(std::string_view text);

/// Calls visit(node) for `node` and all values inside it.
template <class N, class Visit>
void for_each_value(N& node, const Visit& visit) {
  visit(node);
  if (auto* list = node.list()) {
    for (auto& element : *list) for_each_value(element, visit);
  } else if (auto* map = node.map()) {
    for (auto& entry : *map) for_each_value(entry.value, visit);
  }
}

}  // namespace weald::deep
