#include "front/golden/detail/recipe.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.h"
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

/// One line per value; maps inside are indented below their key.
void add_lines(std::string& text, std::string_view flow, const std::string& indent) {
  for (const std::string& part : flow_parts(flow)) {
    const std::size_t colon = part.find(": {");
    const bool is_map = colon != std::string::npos && part.find_first_of("\"[") > colon && part.size() > colon + 4;
    if (!is_map) {
      text += indent + part + "\n";
      continue;
    }
    text += indent + part.substr(0, colon + 1) + "\n";
    add_lines(text, std::string_view(part).substr(colon + 2), indent + "  ");
  }
}

}  // namespace

std::string recipe_text(const preset::Preset& preset) {
  std::string text;
  for (const pipeline::GraphStage& stage : preset.graph.stages) {
    if (stage.decl.bound->part() != nullptr) continue;  // it follows from who reads it
    text += fmt::format("stage {}\n  kind: {}\n  seed: {}\n", stage.decl.name, stage.decl.kind->kind, stage.decl.seed);
    add_lines(text, stage.decl.bound->print(false), "  ");
  }
  for (const pipeline::GraphOutput& output : preset.graph.outputs) {
    text += fmt::format("output {}\n", output.decl.spec.file.value);
    add_lines(text, schema::print_fields(output.decl.spec, false), "  ");
  }
  return text;
}

std::string recipe_digest(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.hex();
}

}  // namespace weald::golden
