#include "front/library/loaded.h"

#include <utility>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/outputs/writers.h"
#include "front/library/content.h"
#include "front/library/failure.h"
#include "session/findings.h"

namespace weald::api {

using schema::Entry;
using schema::Node;

namespace {

Result<Loaded> loaded_from(session::Findings findings, preset::PresetText text, std::optional<preset::Preset> preset) {
  if (!preset || findings.diagnostics.has_errors()) return preset_error(findings.diagnostics, findings.sources);
  auto warnings = warnings_of(findings.diagnostics, findings.sources);
  return {Loaded{std::move(findings.sources), std::move(text), std::move(*preset)}, std::move(warnings)};
}

/// A copy of a preset whose tree is changed and then decoded again.
struct Draft {
  session::Findings findings;
  preset::PresetText text;

  explicit Draft(const Loaded& loaded) : text(loaded.text) { findings.sources = loaded.sources; }

  void set(std::string name, const std::string& assignment) {
    text.set(std::move(name), assignment, findings.sources, findings.diagnostics);
  }

  Result<Loaded> decode(const std::string& name) && {
    auto decoded = preset::decode_preset(text, name, findings.diagnostics);
    return loaded_from(std::move(findings), std::move(text), std::move(decoded));
  }
};

Node scalar(std::string text, SourceLoc where) { return {schema::Scalar{std::move(text), true}, where}; }

/// The kind of the stage with this name; null if there is no such stage, or its kind is unknown.
const pipeline::StageKind* kind_of_stage(const Node& root, std::string_view name) {
  const Entry* stages = root.find("stages");
  const Entry* stage = stages != nullptr ? stages->value.find(name) : nullptr;
  return stage != nullptr ? pipeline::find_stage_kind(stage->value.text_at("kind")) : nullptr;
}

/// The artifact type of `STAGE` or `STAGE.PART`; empty if there is none of that name.
std::string_view artifact_of(const Node& root, std::string_view name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const pipeline::StageKind* kind = kind_of_stage(root, name.substr(0, dot));
  if (kind == nullptr || dot == name.size()) return kind == nullptr ? std::string_view{} : kind->output;
  for (const schema::PartInfo& part : kind->parts) {
    if (part.name == name.substr(dot + 1)) return part.artifact;
  }
  return {};
}

/// The artifact type of a stage of this kind. That of one whose result has the type of its input follows from the
/// graph.
std::string_view output_in(const pipeline::Graph& graph, std::string_view name, const pipeline::StageKind& kind) {
  for (const pipeline::GraphStage& stage : graph.stages) {
    if (stage.decl.name == name) return stage.decl.kind->output;
  }
  return kind.output;
}

/// An extension for which the stage's artifact has a writer, since outputs are checked even if they are not written.
std::string_view extension_for(const Node& root, std::string_view stage) {
  const std::string_view artifact = artifact_of(root, stage);
  for (const pipeline::Writer& writer : pipeline::all_writers()) {
    if (writer.artifact == artifact) return writer.extension;
  }
  return ".png";
}

Node output_node(Draft& draft, const std::string& stage, std::string file) {
  const SourceLoc where{draft.text.add_source("stage", stage, draft.findings.sources), 1, 1,
                        static_cast<std::uint32_t>(std::max<std::size_t>(1, stage.size()))};
  Node::Map map;
  map.push_back({"from", where, scalar(stage, where)});
  map.push_back({"file", where, scalar(std::move(file), where)});
  return {std::move(map), where};
}

}  // namespace

Result<Loaded> read(const preset::PresetRequest& request) {
  session::Findings findings;
  auto loaded = preset::load_preset(request, findings.sources, findings.diagnostics);
  return loaded_from(std::move(findings), std::move(loaded.text), std::move(loaded.preset));
}

Result<Loaded> changed(const Loaded& loaded, const std::vector<std::string>& assignments) {
  Draft draft(loaded);
  for (std::size_t i = 0; i < assignments.size(); ++i) draft.set(fmt::format("set #{}", i + 1), assignments[i]);
  return std::move(draft).decode(loaded.preset.name);
}

Result<Loaded> with_stages(const Loaded& loaded, const std::vector<std::string>& stages) {
  Draft draft(loaded);
  Node::List outputs;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const std::string_view extension = extension_for(draft.text.root, stages[i]);
    outputs.push_back(output_node(draft, stages[i], fmt::format("{}{}", i, extension)));
  }
  *draft.text.root.list_at("outputs") = std::move(outputs);
  return std::move(draft).decode(loaded.preset.name);
}

Result<Loaded> with_picture(const Loaded& loaded, const std::string& stage, const std::vector<std::string>& settings) {
  Draft draft(loaded);
  Node output = output_node(draft, stage, "picture.png");
  output.map()->push_back({"picture", output.where, Node{Node::Map{}, output.where}});
  *draft.text.root.list_at("outputs") = {std::move(output)};
  for (std::size_t i = 0; i < settings.size(); ++i)
    draft.set(fmt::format("picture #{}", i + 1), "outputs.0.picture." + settings[i]);
  return std::move(draft).decode(loaded.preset.name);
}

std::vector<StageInfo> stages_of(const Loaded& loaded) {
  std::vector<StageInfo> result;
  for (const Entry& stage : *loaded.text.root.find("stages")->value.map()) {
    const pipeline::StageKind* kind = kind_of_stage(loaded.text.root, stage.key);
    StageInfo& info = result.emplace_back();
    info = {stage.key, std::string(kind->kind), kind_named(output_in(loaded.preset.graph, stage.key, *kind)), {}};
    for (const schema::PartInfo& part : kind->parts)
      info.parts.push_back({std::string(part.name), kind_named(part.artifact)});
  }
  return result;
}

std::vector<OutputInfo> outputs_of(const Loaded& loaded) {
  std::vector<OutputInfo> result;
  const pipeline::Graph& graph = loaded.preset.graph;
  for (const pipeline::GraphOutput& output : graph.outputs)
    result.push_back({output.decl.spec.from.stage, graph.files_of(output)});
  return result;
}

}  // namespace weald::api
