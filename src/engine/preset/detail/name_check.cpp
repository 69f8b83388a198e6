#include "engine/preset/detail/name_check.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text/nearest_name.h"
#include "schema/part.h"
#include "schema/wording.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

NameCheck::NameCheck(const Expansion& expansion, const std::vector<pipeline::StageDecl>& stages, GraphName graph_name,
                     Diagnostics& diagnostics)
    : expansion_(expansion), stages_(stages), graph_name_(std::move(graph_name)), diagnostics_(diagnostics) {}

void NameCheck::check_missing(const std::string& name, const SourceLoc& where) const {
  for (const auto& [missing, reason] : expansion_.missing) {
    if (missing != name && missing != schema::split_part(name).first) continue;
    diagnostics_.error(where, reason);
    return;
  }
}

void NameCheck::check_reads(const std::vector<pipeline::OutputDecl>& outputs) const {
  if (!expansion_.missing.empty()) {
    for (const pipeline::StageDecl& stage : stages_) {
      for (const schema::InputUse& use : stage.inputs) check_missing(use.stage, use.where);
    }
    for (const pipeline::OutputDecl& output : outputs) {
      check_missing(output.spec.from.stage, output.spec.from.where);
      for (const schema::InputUse& use : pipeline::inputs_beside(output)) check_missing(use.stage, use.where);
    }
  }
  for (const ComponentInput& input : expansion_.inputs) check_component_input(input);
}

void NameCheck::check_component_input(const ComponentInput& input) const {
  const std::string name = graph_name_(input.scope, input.stage);
  const auto [stage, part] = schema::split_part(name);
  for (const pipeline::StageDecl& decl : stages_) {
    if (decl.name != stage || decl.kind == nullptr) continue;
    std::string_view makes = decl.kind->output;
    for (const schema::PartInfo& info : decl.kind->parts) {
      if (info.name == part) makes = info.artifact;
    }
    const std::size_t first = diagnostics_.all().size();
    if (makes != input.artifact && !(part.empty() && decl.kind->can_make(input.artifact)))
      diagnostics_.error(input.where, fmt::format("{} needs {}, but stage '{}' ({}) makes {}", input.reader,
                                                  schema::with_article(input.artifact), input.stage, decl.kind->kind,
                                                  schema::with_article(makes)));
    diagnostics_.set_declared(first, input.declared);
    return;
  }
}

void NameCheck::check_result(const std::string& key, const Node& value) const {
  if (value.scalar() == nullptr || value.scalar()->text.empty()) {
    diagnostics_.error(value.where, fmt::format("{} needs the name of a stage, not {}", key, value.kind_name()));
    return;
  }
  const std::string name = graph_name_(0, value.scalar()->text);
  const auto [stage, part] = schema::split_part(name);
  std::vector<std::string_view> names;
  for (const pipeline::StageDecl& decl : stages_) {
    if (decl.name == name) return;
    names.push_back(decl.name);
  }
  const auto whole = std::ranges::find(names, stage);
  if (part.empty() || whole == names.end()) {
    diagnostics_.error(value.where, fmt::format("{} names stage '{}', which does not exist", key, value.scalar()->text),
                       schema::suggest(name, names));
    return;
  }
  const pipeline::StageKind* kind = stages_[static_cast<std::size_t>(whole - names.begin())].kind;
  if (kind == nullptr) return;  // which has been reported
  std::vector<std::string_view> parts;
  for (const schema::PartInfo& info : kind->parts) parts.push_back(info.name);
  if (std::ranges::find(parts, part) == parts.end())
    diagnostics_.error(value.where,
                       fmt::format("{} names '{}', but stage '{}' has no part '{}'", key, name, stage, part),
                       schema::suggest(part, parts));
}

void NameCheck::check_results(const Node& root) const {
  if (const Entry* result = root.find("result")) check_result("'result'", result->value);
  const Entry* results = root.find("results");
  if (results == nullptr || results->value.is_null()) return;
  if (results->value.map() == nullptr) {
    diagnostics_.error(results->value.where,
                       fmt::format("'results' needs a map of names to stages, not {}", results->value.kind_name()),
                       "for example results: {wood: bark}");
    return;
  }
  for (const Entry& entry : *results->value.map())
    check_result(fmt::format("'{}' under 'results'", entry.key), entry.value);
}

}  // namespace weald::preset
