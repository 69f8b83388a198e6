#include "engine/preset/detail/extends_clash.h"

#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "schema/canonical_text.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

namespace {

const Node::Map* stages_of(const Node& preset) {
  const Entry* stages = preset.find("stages");
  return stages != nullptr ? stages->value.map() : nullptr;
}

bool defines(const Entry& stage) { return stage.value.find("kind") != nullptr; }

}  // namespace

void find_clashes(const Node& merged, const Node& next, const SourceLoc& extended_at,
                  std::vector<StageClash>& clashes) {
  const Node::Map* before = stages_of(merged);
  const Node::Map* after = stages_of(next);
  if (before == nullptr || after == nullptr) return;
  std::unordered_map<std::string_view, const Entry*> by_name;  // for lookup only
  for (const Entry& stage : *before) by_name.emplace(stage.key, &stage);
  for (const Entry& stage : *after) {
    const auto found = by_name.find(stage.key);
    if (found == by_name.end() || !defines(*found->second) || !defines(stage)) continue;
    if (schema::canonical_text(found->second->value) != schema::canonical_text(stage.value))
      clashes.push_back({stage.key, found->second->key_where, stage.key_where, extended_at});
  }
}

void settle_clashes(const std::vector<StageClash>& clashes, Node& merged, const Node& child, const Sources& sources,
                    Diagnostics& diagnostics) {
  std::set<std::string_view> dropped, reported;
  const Entry* own = child.find("stages");
  for (const StageClash& clash : clashes) {
    const Entry* stage = own != nullptr ? own->value.find(clash.stage) : nullptr;
    if (stage != nullptr && (stage->value.is_null() || defines(*stage))) {
      dropped.insert(clash.stage);
    } else if (reported.insert(clash.stage).second) {
      const auto place = [&](const SourceLoc& where) {
        return fmt::format("{}:{}", sources.name(where.source), where.line);
      };
      diagnostics.error(
          clash.extended_at,
          fmt::format("stage '{}' is defined differently by two of the extended presets, at {} and at {}", clash.stage,
                      place(clash.first), place(clash.second)),
          fmt::format("define '{0}' here with its kind, remove it with '{0}: ~', or use the presets as components "
                      "instead, as in '{0}: {{kind: FILE.yaml}}'",
                      clash.stage));
    }
  }
  if (Entry* stages = merged.find("stages"); stages != nullptr && stages->value.map() != nullptr)
    std::erase_if(*stages->value.map(), [&](const Entry& entry) { return dropped.contains(entry.key); });
}

}  // namespace weald::preset
