#include "engine/preset/detail/component.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text/nearest_name.h"
#include "engine/graph/stage_list.h"
#include "engine/preset/detail/node_values.h"
#include "engine/preset/detail/parameters.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

namespace {

/// A declared input.
struct DeclaredInput {
  std::string name;
  SourceLoc where;
  std::string artifact;
  std::string default_stage;  ///< empty: none
  SourceLoc default_where;
};

constexpr std::string_view kInputKeys[] = {"artifact", "default", "help"};

/// The names of the artifacts that stages make, each once.
std::vector<std::string_view> artifact_names() {
  std::vector<std::string_view> names;
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    if (std::find(names.begin(), names.end(), kind.output) == names.end()) names.push_back(kind.output);
  }
  return names;
}

std::optional<DeclaredInput> read_input(const Entry& entry, schema::Decoder& decoder) {
  DeclaredInput input{entry.key, entry.key_where, {}, {}, entry.key_where};
  const Node* artifact = &entry.value;
  if (entry.value.map() != nullptr) {
    schema::Decoder own = decoder;
    own.set_owner(fmt::format("input '{}'", entry.key));
    if (!schema::check_keys(entry.value, kInputKeys, own)) return std::nullopt;
    const Entry* given = entry.value.find("artifact");
    artifact = given != nullptr ? &given->value : artifact;
    input.default_stage = entry.value.text_at("default");
    if (const Entry* stage = entry.value.find("default")) input.default_where = stage->value.where;
  }
  if (artifact->scalar() != nullptr) input.artifact = artifact->scalar()->text;
  const std::vector<std::string_view> names = artifact_names();
  if (std::find(names.begin(), names.end(), input.artifact) != names.end()) return input;
  decoder.error(artifact->is_null() ? entry.key_where : artifact->where,
                fmt::format("input '{}' needs the name of an artifact", entry.key),
                schema::suggest(input.artifact, names));
  return std::nullopt;
}

std::vector<DeclaredInput> read_inputs(const Node& root, Diagnostics& diagnostics) {
  std::vector<DeclaredInput> inputs;
  const Entry* entry = root.find("inputs");
  if (entry == nullptr) return inputs;
  if (entry->value.map() == nullptr) {
    diagnostics.error(entry->value.where,
                      fmt::format("'inputs' needs a map of names to artifacts, not {}", entry->value.kind_name()),
                      "for example inputs: {ground: heightmap}");
    return inputs;
  }
  schema::Decoder decoder(diagnostics, "'inputs'", "");
  for (const Entry& one : *entry->value.map()) {
    if (auto input = read_input(one, decoder)) inputs.push_back(std::move(*input));
  }
  return inputs;
}

std::string file_name(const Component& component) { return std::filesystem::path(component.file).filename().string(); }

/// Reads the keys of one use.
class UseReader {
 public:
  UseReader(const Component& component, const Node& map, const SourceLoc& where, const std::string& owner,
            Diagnostics& diagnostics)
      : component_(component), map_(map), where_(where), owner_(owner), diagnostics_(diagnostics) {}

  ComponentUse read() {
    const auto before = diagnostics_.error_count();
    Diagnostics unheard;  // the component's own declarations are reported when it is expanded
    schema::Decoder decoder(unheard, "", "");
    std::vector<std::string> keys{"kind", "seed", "for", "when"};
    if (const Entry* parameters = component_.root.find("parameters")) {
      for (const Parameter& parameter : read_parameters(parameters->value, decoder)) {
        keys.push_back(parameter.name);
        take_argument(parameter);
      }
    }
    for (const DeclaredInput& input : read_inputs(component_.root, diagnostics_)) {
      keys.push_back(input.name);
      const std::size_t first = diagnostics_.all().size();
      take_input(input);
      diagnostics_.set_declared(first, input.where);
    }
    schema::Decoder own(diagnostics_, owner_, "");
    const std::size_t first = diagnostics_.all().size();
    schema::check_keys(map_, std::vector<std::string_view>(keys.begin(), keys.end()), own);
    if (const Entry* parameters = component_.root.find("parameters"))
      diagnostics_.set_declared(first, parameters->key_where);
    take_results();
    use_.is_sound = diagnostics_.error_count() == before;
    return std::move(use_);
  }

 private:
  void take_argument(const Parameter& parameter) {
    const Entry* entry = map_.find(parameter.name);
    if (entry == nullptr) return;
    const std::size_t first = diagnostics_.all().size();
    auto value = value_of(entry->value);
    if (!value) {
      diagnostics_.error(
          entry->value.is_null() ? entry->key_where : entry->value.where,
          fmt::format("'{}' in {} needs a value, not {}", parameter.name, owner_, entry->value.kind_name()));
      diagnostics_.set_declared(first, parameter.where);
      return;
    }
    if (entry->value.computed != nullptr && value->number() != nullptr)
      value->unit = expression::parse_unit(entry->value.computed->unit).value_or(expression::Unit{});
    use_.arguments.emplace(parameter.name, Argument{std::move(*value), entry->value.where});
  }

  void take_input(const DeclaredInput& input) {
    const Entry* entry = map_.find(input.name);
    if (entry == nullptr && input.default_stage.empty()) {
      diagnostics_.error(where_, fmt::format("{} needs '{}': {}", owner_, input.name, input.artifact),
                         fmt::format("'{}' works on it", file_name(component_)));
      return;
    }
    if (entry == nullptr) {
      use_.inputs.push_back({input.name, input.artifact, input.default_stage, input.default_where, input.where, false});
      return;
    }
    if (entry->value.scalar() == nullptr || entry->value.scalar()->text.empty()) {
      diagnostics_.error(
          entry->value.is_null() ? entry->key_where : entry->value.where,
          fmt::format("'{}' in {} needs the name of a stage, not {}", input.name, owner_, entry->value.kind_name()));
      return;
    }
    use_.inputs.push_back(
        {input.name, input.artifact, entry->value.scalar()->text, entry->value.where, input.where, true});
  }

  void take_results() {
    use_.result = component_.root.text_at("result");
    if (use_.result.empty())
      diagnostics_.error(
          map_.find("kind")->value.where,
          fmt::format("'{}' names no 'result', so it cannot be the kind of a stage", file_name(component_)),
          "add 'result: STAGE' to it: the stage that stands for its uses");
    const Entry* results = component_.root.find("results");
    if (results == nullptr || results->value.map() == nullptr) return;
    for (const Entry& entry : *results->value.map()) {
      if (entry.value.scalar() != nullptr) use_.parts.emplace(entry.key, entry.value.scalar()->text);
    }
  }

  const Component& component_;
  const Node& map_;
  const SourceLoc& where_;
  const std::string& owner_;
  Diagnostics& diagnostics_;
  ComponentUse use_;
};

}  // namespace

ComponentUse read_use(const Component& component, const Node& map, const SourceLoc& where, const std::string& owner,
                      Diagnostics& diagnostics) {
  return UseReader(component, map, where, owner, diagnostics).read();
}

std::vector<UsedInput> own_inputs(const Node& root, Diagnostics& diagnostics) {
  std::vector<UsedInput> inputs;
  for (const DeclaredInput& input : read_inputs(root, diagnostics)) {
    if (input.default_stage.empty())
      diagnostics.error(
          input.where, fmt::format("input '{}' is not given: this preset is a component", input.name),
          fmt::format("use it as the kind of a stage, or give a default: {}: {{artifact: {}, default: STAGE}}",
                      input.name, input.artifact));
    else
      inputs.push_back({input.name, input.artifact, input.default_stage, input.default_where, input.where, false});
  }
  return inputs;
}

std::vector<ComponentInfo> components_of(const PresetText& text) {
  std::vector<ComponentInfo> result;
  const Entry* stages = text.root.find("stages");
  if (stages == nullptr || stages->value.map() == nullptr) return result;
  Diagnostics unheard;
  for (const Entry& stage : *stages->value.map()) {
    const Entry* kind = stage.value.find("kind");
    if (kind == nullptr || kind->value.scalar() == nullptr || !is_component_name(kind->value.scalar()->text)) continue;
    const std::string& name = kind->value.scalar()->text;
    const auto is_same = [&](const ComponentInfo& other) { return other.kind == name; };
    const Component* component = text.component_at(kind->value);
    if (component == nullptr || std::any_of(result.begin(), result.end(), is_same)) continue;
    ComponentInfo& info = result.emplace_back();
    info.kind = name;
    info.description = component->root.text_at("description");
    info.parameters = declared_parameters(component->root);
    for (const DeclaredInput& input : read_inputs(component->root, unheard))
      info.inputs.push_back({input.name, input.artifact, input.default_stage.empty()});
  }
  return result;
}

}  // namespace weald::preset
