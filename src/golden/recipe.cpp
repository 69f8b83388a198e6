#include "golden/recipe.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/hash.h"
#include "schema/decode.h"

namespace weald::golden {

namespace {

/// The parts of canonical flow text `{a: 1, b: [2, 3]}` that stand between its outermost commas.
std::vector<std::string> flow_parts(std::string_view flow) {
  std::vector<std::string> parts;
  if (flow.size() < 2) return parts;
  flow = flow.substr(1, flow.size() - 2);
  int depth = 0;
  bool in_quotes = false;
  std::size_t start = 0;
  for (std::size_t i = 0; i < flow.size(); ++i) {
    const char c = flow[i];
    if (in_quotes) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_quotes = false;
      continue;
    }
    if (c == '"') in_quotes = true;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      parts.emplace_back(flow.substr(start, i - start));
      start = i + 2;  // after the blank that follows the comma
    }
  }
  if (start < flow.size()) parts.emplace_back(flow.substr(start));
  return parts;
}

}  // namespace

std::string recipe_text(const preset::Preset& preset) {
  std::string text;
  for (const pipeline::GraphStage& stage : preset.graph.stages) {
    text += fmt::format("stage {}\n  kind: {}\n  seed: {}\n", stage.decl.name, stage.decl.kind->kind, stage.decl.seed);
    for (const std::string& part : flow_parts(stage.decl.bound->print(false))) text += "  " + part + "\n";
  }
  for (const pipeline::GraphOutput& output : preset.graph.outputs) {
    text += fmt::format("output {}\n", output.decl.spec.file.value);
    for (const std::string& part : flow_parts(schema::print_fields(output.decl.spec, false))) {
      if (!part.starts_with("file: ")) text += "  " + part + "\n";
    }
  }
  return text;
}

std::string recipe_digest(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.hex();
}

}  // namespace weald::golden
