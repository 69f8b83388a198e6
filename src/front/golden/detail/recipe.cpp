#include "front/golden/detail/recipe.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "engine/graph/stage_record.h"
#include "schema/canonical_text.h"
#include "schema/decode.h"

namespace weald::golden {

namespace {

/// One line per value; maps inside are indented below their key.
void add_lines(std::string& text, const schema::Node& map, const std::string& indent) {
  for (const schema::Entry& entry : *map.map()) {
    const schema::Node::Map* inside = entry.value.map();
    if (inside != nullptr && !inside->empty()) {
      text += fmt::format("{}{}:\n", indent, schema::quoted_text(entry.key));
      add_lines(text, entry.value, indent + "  ");
    } else {
      text += fmt::format("{}{}: {}\n", indent, schema::quoted_text(entry.key), schema::canonical_text(entry.value));
    }
  }
}

}  // namespace

std::string recipe_text(const preset::Preset& preset) {
  std::string text;
  for (const pipeline::GraphStage& stage : preset.graph.stages) {
    if (stage.decl.bound->part() != nullptr) continue;  // implied by the stages that read the part
    const pipeline::StageRecord record = pipeline::record_of(stage.decl);
    text += fmt::format("stage {}\n  kind: {}\n  seed: {}\n", record.name, record.kind, record.seed);
    add_lines(text, record.parameters, "  ");
  }
  for (const pipeline::GraphOutput& output : preset.graph.outputs) {
    text += fmt::format("output {}\n", output.decl.spec.file.value);
    add_lines(text, schema::to_node(output.decl.spec, false), "  ");
  }
  return text;
}

std::string recipe_digest(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.hex();
}

}  // namespace weald::golden
