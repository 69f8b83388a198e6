#include "engine/preset/computed_values.h"

#include <utility>

#include <fmt/format.h>

#include "engine/preset/detail/expansion.h"

namespace weald::preset {

namespace {

using schema::Entry;
using schema::Node;

/// Appends the values at and inside `node` that were computed.
void add_computed(const Node& node, const std::string& path, std::vector<ComputedValue>& out) {
  if (node.computed != nullptr && (node.scalar() != nullptr || node.list() != nullptr)) {
    out.push_back({path, node, node.computed->unit, node.computed->expression, node.computed->values, node.where});
    return;
  }
  if (const Node::Map* map = node.map()) {
    for (const Entry& entry : *map) add_computed(entry.value, path + "." + entry.key, out);
  }
  if (const Node::List* list = node.list()) {
    for (std::size_t i = 0; i < list->size(); ++i) add_computed((*list)[i], fmt::format("{}.{}", path, i), out);
  }
}

}  // namespace

std::vector<ComputedValue> computed_values(const PresetText& text, std::uint64_t seed) {
  Diagnostics unheard;
  Node root = text.root;
  keep_first_sibling(root, unheard);
  expression::Work work;
  Expansion expansion = expand(text, root, seed, work, unheard);
  std::vector<ComputedValue> result = std::move(expansion.named);
  for (const ExpandedStage& stage : expansion.stages) add_computed(stage.entry.value, "stages." + stage.name, result);
  add_computed(expansion.outputs, "outputs", result);
  return result;
}

}  // namespace weald::preset
