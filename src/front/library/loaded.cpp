#include "front/library/loaded.h"

#include <utility>

#include <fmt/format.h>

#include "engine/graph/stage_list.h"
#include "engine/outputs/writers.h"
#include "session/findings.h"

namespace weald::library {

using schema::Entry;
using schema::Node;

namespace {

Loaded loaded_from(session::Findings findings, preset::PresetText text, std::optional<preset::Preset> preset) {
  if (!preset || findings.diagnostics.has_errors()) throw PresetError(findings.diagnostics, findings.sources);
  auto warnings = warnings_of(findings.diagnostics, findings.sources);
  return {std::move(findings.sources), std::move(text), std::move(*preset), std::move(warnings)};
}

/// A copy of a preset whose tree is changed and then decoded again.
struct Draft {
  session::Findings findings;
  preset::PresetText text;

  explicit Draft(const Loaded& loaded) : text(loaded.text) { findings.sources = loaded.sources; }

  void set(std::string name, const std::string& assignment) {
    text.set(std::move(name), assignment, findings.sources, findings.diagnostics);
  }

  Loaded decode(const std::string& name) && {
    auto decoded = preset::decode_preset(text, name, findings.diagnostics);
    return loaded_from(std::move(findings), std::move(text), std::move(decoded));
  }
};

Node scalar(std::string text, SourceLoc where) { return {schema::Scalar{std::move(text), true}, where}; }

/// A stage as the preset, or a component of it, names it.
struct NamedStage {
  const Node* value = nullptr;
  const pipeline::StageKind* kind = nullptr;  ///< null for a component
  const preset::Component* component = nullptr;
};

/// Unset if there is no stage of this name that could be run.
std::optional<NamedStage> find_stage(const preset::PresetText& text, const Node& root, std::string_view name) {
  const Entry* stages = root.find("stages");
  const Entry* stage = stages != nullptr ? stages->value.find(name) : nullptr;
  const Entry* kind = stage != nullptr ? stage->value.find("kind") : nullptr;
  if (kind == nullptr) return std::nullopt;
  NamedStage found{&stage->value, pipeline::find_stage_kind(stage->value.text_at("kind"))};
  if (found.kind == nullptr) found.component = text.component_at(kind->value);
  return found.kind != nullptr || found.component != nullptr ? std::optional(found) : std::nullopt;
}

/// The stage that stands for the component, or with the name of one of its `results`, that one.
std::string result_of(const preset::Component& component, std::string_view name) {
  const Entry* results = component.root.find("results");
  const std::string_view further = results != nullptr && !name.empty() ? results->value.text_at(name) : "";
  if (!further.empty()) return std::string(further);
  return fmt::format("{}{}{}", component.root.text_at("result"), name.empty() ? "" : ".", name);
}

/// The artifact type of a stage of this kind. That of one whose result has the type of its input follows from the
/// graph.
std::string_view output_in(const pipeline::Graph& graph, std::string_view name, const pipeline::StageKind& kind) {
  for (const pipeline::GraphStage& stage : graph.stages) {
    if (stage.decl.name == name) return stage.decl.kind->output;
  }
  return kind.output;
}

/// The artifact type of `STAGE`, or of a part or a copy of it (`STAGE.PART`, `STAGE.3`, `STAGE.3.PART`), in the preset
/// or in a component of it, whose stages have names with `prefix` in the graph; empty if there is no such stage.
/// `depth`: components that may be inside each other; those of a stage that is left out may go on without end.
std::string_view artifact_of(const Loaded& loaded, const Node& root, std::string_view name,
                             const std::string& prefix = "", int depth = 16) {
  const auto found = find_stage(loaded.text, root, name.substr(0, name.find('.')));
  if (!found) return {};
  const std::size_t dot = name.rfind('.');
  const std::string_view part = dot == std::string_view::npos ? "" : name.substr(dot + 1);
  if (found->component != nullptr) {
    if (depth == 0) return {};
    const std::string result = result_of(*found->component, part);
    // The stages of a component are named after its stage; those of a copy after the copy.
    const Entry* const results = found->component->root.find("results");
    const bool is_result = results != nullptr && !part.empty() && !results->value.text_at(part).empty();
    const std::string_view stage = is_result ? name.substr(0, dot) : name;
    return artifact_of(loaded, found->component->root, result, fmt::format("{}{}/", prefix, stage), depth - 1);
  }
  for (const schema::PartInfo& known : found->kind->parts) {
    if (known.name == part) return known.artifact;
  }
  return output_in(loaded.preset.graph, fmt::format("{}{}", prefix, name), *found->kind);
}

/// An extension for which the stage's artifact has a writer, since outputs are checked even if they are not written.
std::string_view extension_for(const Loaded& loaded, std::string_view stage) {
  const std::string_view artifact = artifact_of(loaded, loaded.text.root, stage);
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

Loaded read(const preset::PresetRequest& request) {
  session::Findings findings;
  auto loaded = preset::load_preset(request, findings.sources, findings.diagnostics);
  return loaded_from(std::move(findings), std::move(loaded.text), std::move(loaded.preset));
}

Loaded changed(const Loaded& loaded, const std::vector<std::string>& assignments) {
  Draft draft(loaded);
  for (std::size_t i = 0; i < assignments.size(); ++i) draft.set(fmt::format("set #{}", i + 1), assignments[i]);
  return std::move(draft).decode(loaded.preset.name);
}

Loaded with_stages(const Loaded& loaded, const std::vector<std::string>& stages) {
  Draft draft(loaded);
  Node::List outputs;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const std::string_view extension = extension_for(loaded, stages[i]);
    outputs.push_back(output_node(draft, stages[i], fmt::format("{}{}", i, extension)));
  }
  *draft.text.root.list_at("outputs") = std::move(outputs);
  return std::move(draft).decode(loaded.preset.name);
}

Loaded with_picture(const Loaded& loaded, const std::string& stage, const std::vector<std::string>& settings) {
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
  const preset::PresetText& text = loaded.text;
  for (const Entry& stage : *text.root.find("stages")->value.map()) {
    const auto found = find_stage(text, text.root, stage.key);
    const std::string_view makes = artifact_of(loaded, text.root, stage.key);
    if (makes.empty()) continue;  // left out
    StageInfo& info = result.emplace_back(StageInfo{stage.key, std::string(found->value->text_at("kind")), makes, {}});
    if (found->kind != nullptr) {
      for (const schema::PartInfo& part : found->kind->parts)
        info.parts.push_back({std::string(part.name), part.artifact});
    } else if (const Entry* results = found->component->root.find("results");
               results != nullptr && results->value.map() != nullptr) {
      for (const Entry& further : *results->value.map()) {
        const std::string_view artifact = artifact_of(loaded, text.root, stage.key + "." + further.key);
        if (!artifact.empty()) info.parts.push_back({further.key, artifact});
      }
    }
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

}  // namespace weald::library
