#include "engine/preset/detail/siblings.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/preset/preset.h"

namespace weald::preset {

using pipeline::OutputDecl;
using pipeline::StageDecl;
using schema::Entry;
using schema::Node;

void Siblings::add(std::vector<StageDecl> stages, std::vector<OutputDecl> outputs) {
  for (StageDecl& stage : stages) {
    const auto same =
        std::find_if(stages_.begin(), stages_.end(), [&](const StageDecl& other) { return other.name == stage.name; });
    if (same == stages_.end()) {
      stages_.push_back(std::move(stage));
    } else if ((same->where.line != stage.where.line || same->where.source != stage.where.source) &&
               !std::exchange(has_clash_, true)) {
      diagnostics_.error(stage.where,
                         fmt::format("'{}' is the name of a stage made for one of the 'seeds'", stage.name),
                         "rename one of the two stages");
    }
  }
  if (!outputs_.empty() && outputs.size() != outputs_.front().size() && !std::exchange(has_clash_, true))
    diagnostics_.error(declared_.where, "the siblings of the 'seeds' have different outputs",
                       "'for' and 'when' of outputs must not depend on the seed");
  outputs_.push_back(std::move(outputs));
}

bool Siblings::fits() const {
  const std::size_t outputs = outputs_.size() * outputs_.front().size();
  if (stages_.size() <= kMaxStages && outputs <= kMaxOutputs) return true;
  diagnostics_.error(text_.root.find("seeds")->value.where,
                     fmt::format("the preset would have {} stages and {} outputs for all seeds together; the limits "
                                 "are {} and {}",
                                 stages_.size(), outputs, kMaxStages, kMaxOutputs),
                     "stages with a 'seed' of their own that read no other stages are made only once");
  return false;
}

// Builds the stage as a preset would declare it, and decodes it like any other stage.
StageDecl Siblings::sheet_stage(const std::string& name, std::size_t output, const SeedList& seeds) const {
  const OutputDecl& first = outputs_.front()[output];
  const SourceLoc where = first.where;
  const auto text = [&](std::string value) { return Node{schema::Scalar{std::move(value)}, where}; };
  Node::List from, captions;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    from.push_back(text(outputs_[i][output].spec.from.stage));
    captions.push_back(text(fmt::format("seed {}", seeds.seeds[i])));
  }
  Node map{
      Node::Map{{"from", where, Node{std::move(from), where}}, {"captions", where, Node{std::move(captions), where}}},
      where};
  const Node& declared = (*declared_.list())[output];
  for (const std::string_view key : {"sheet", "picture"}) {
    const Entry* entry = declared.find(key);
    if (entry != nullptr && !entry->value.is_null()) map.map()->push_back(*entry);
  }
  StageDecl decl;
  decl.name = name;
  decl.where = where;
  decl.kind = pipeline::find_stage_kind("contact_sheet");
  schema::Decoder decoder(diagnostics_, fmt::format("output {}", output), text_.directory);
  decoder.set_directories(text_.directories);
  decl.bound = decl.kind->bind(map, decoder, decl.inputs);
  return decl;
}

std::optional<pipeline::Graph> Siblings::link(const SeedList& seeds) {
  if (has_clash_ || !fits()) return std::nullopt;
  std::vector<OutputDecl> outputs;
  for (std::size_t output = 0; output < outputs_.front().size(); ++output) {
    OutputDecl& first = outputs_.front()[output];
    if (first.spec.sheet) {
      StageDecl stage = sheet_stage(fmt::format("sheet-{}", output), output, seeds);
      first.spec.from.stage = stage.name;
      first.spec.sheet.reset();
      first.spec.picture.reset();
      outputs.push_back(std::move(first));
      stages_.push_back(std::move(stage));
      continue;
    }
    for (std::vector<OutputDecl>& sibling : outputs_) outputs.push_back(std::move(sibling[output]));
  }
  Diagnostics found;
  auto graph = pipeline::link(std::move(stages_), std::move(outputs), found);
  for (const Diagnostic& one : found.all()) {
    if (one.severity == Severity::error) diagnostics_.add(one);  // the warnings were reported for the first sibling
  }
  return graph;
}

}  // namespace weald::preset
