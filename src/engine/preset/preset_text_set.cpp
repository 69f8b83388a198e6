#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/nearest_name.h"
#include "engine/preset/preset_text.h"
#include "engine/preset/yaml_reader.h"
#include "schema/codec.h"

namespace weald::preset {

using schema::Entry;
using schema::Node;

namespace {

/// Shifts every location in `node` on line 1 by `columns`, since the value was read from the tail of a --set flag.
void shift(Node& node, std::uint32_t columns) {
  if (node.where.line == 1) node.where.column += columns;
  if (node.list() != nullptr)
    for (Node& child : *node.list()) shift(child, columns);
  if (node.map() != nullptr) {
    for (Entry& entry : *node.map()) {
      if (entry.key_where.line == 1) entry.key_where.column += columns;
      shift(entry.value, columns);
    }
  }
}

struct Step {
  std::string_view text;
  SourceLoc where;
};

constexpr std::string_view kOutputsStart = "outputs.";

/// The steps of a path such as that in front of a --set flag's '=', which is at `start`. The name of an output's file
/// is one step, though it has a dot. Unset, with an error, if the path is deeper than a preset may be nested.
std::optional<std::vector<Step>> split_path(const Node& root, std::string_view path, const SourceLoc& start,
                                            Diagnostics& diagnostics) {
  std::vector<Step> steps;
  std::size_t begin = 0;
  while (true) {
    std::size_t end = std::min(path.find('.', begin), path.size());
    if (begin == kOutputsStart.size() && path.starts_with(kOutputsStart)) {
      if (const auto output = named_output(root, path.substr(begin))) end = begin + output->length;
    }
    steps.push_back({path.substr(begin, end - begin),
                     {start.source, start.line, start.column + static_cast<std::uint32_t>(begin),
                      static_cast<std::uint32_t>(std::max<std::size_t>(1, end - begin))}});
    if (steps.size() > YamlLimits{}.depth) {
      diagnostics.error(steps.back().where, fmt::format("the path has more than {} steps", YamlLimits{}.depth));
      return std::nullopt;
    }
    if (end == path.size()) return steps;
    begin = end + 1;
  }
}

std::vector<std::string_view> keys_of(const Node& map) {
  std::vector<std::string_view> keys;
  for (const Entry& entry : *map.map()) keys.push_back(entry.key);
  return keys;
}

/// The file that an output writes; empty if it is not written out.
std::string_view file_of(const Node& output) { return output.map() != nullptr ? output.text_at("file") : ""; }

/// The files of a list of outputs.
std::vector<std::string_view> files_of(const Node::List& outputs) {
  std::vector<std::string_view> files;
  for (const Node& output : outputs)
    if (const std::string_view file = file_of(output); !file.empty()) files.push_back(file);
  return files;
}

/// The element of a list that `step` names, by its number or by the file that it writes. Null after an error.
Node* element_of(Node::List& list, const Step& step, Diagnostics& diagnostics) {
  const auto index = schema::parse_integer(step.text);
  if (index && *index >= 0 && *index < static_cast<std::int64_t>(list.size()))
    return &list[static_cast<std::size_t>(*index)];
  const auto writes = [&](const Node& output) { return !step.text.empty() && file_of(output) == step.text; };
  if (const auto named = std::find_if(list.begin(), list.end(), writes); named != list.end()) return &*named;
  std::string help = list.empty() ? "" : fmt::format("elements are numbered 0 to {}", list.size() - 1);
  if (const auto files = files_of(list); !files.empty() && !index)
    help += fmt::format(", or named by their files: {}", fmt::join(files, ", "));
  diagnostics.error(step.where,
                    fmt::format("'{}' is not an element of this list, which has {}", step.text, list.size()), help);
  return nullptr;
}

/// One step down from `node`: a list element, or a map entry that is created if `create` is set. Null after an error.
Node* descend(Node& node, const Step& step, bool create, bool is_last, Diagnostics& diagnostics) {
  if (Node::List* list = node.list()) return element_of(*list, step, diagnostics);
  if (node.is_null() && create) node.value = Node::Map{};
  if (node.map() == nullptr) {
    diagnostics.error(step.where, fmt::format("'{}' cannot be set inside {}", step.text, node.kind_name()));
    return nullptr;
  }
  if (Entry* entry = node.find(step.text)) {
    if (is_last) entry->key_where = step.where;
    return &entry->value;
  }
  if (!create) {
    const auto keys = keys_of(node);
    diagnostics.error(step.where, fmt::format("there is no '{}' here", step.text), schema::suggest(step.text, keys));
    return nullptr;
  }
  node.map()->push_back({std::string(step.text), step.where, Node{{}, step.where}});
  return &node.map()->back().value;
}

/// Keys of the preset itself that a path may begin with.
constexpr std::string_view kTopStarts[] = {"seed", "seeds", "outputs", "grid"};

bool is_top_start(const Step& step) {
  return std::find(std::begin(kTopStarts), std::end(kTopStarts), step.text) != std::end(kTopStarts);
}

/// The default of the preset's parameter `name`, which a path that begins with the name sets; null if there is no such
/// parameter.
Entry* parameter_default(Node& root, std::string_view name) {
  Entry* parameters = root.find("parameters");
  Entry* parameter = parameters != nullptr ? parameters->value.find(name) : nullptr;
  return parameter != nullptr ? parameter->value.find("default") : nullptr;
}

/// The entry under `sweep` with this path as its key; null if there is none.
Entry* swept_entry(Node& root, const std::vector<Step>& steps) {
  Entry* sweep = root.find("sweep");
  std::string path{steps.front().text};
  for (std::size_t i = 1; i < steps.size(); ++i) path += "." + std::string(steps[i].text);
  return sweep != nullptr ? sweep->value.find(path) : nullptr;
}

/// The node where a path starts: the root for the keys of the preset itself, otherwise the map of stages.
Node* start_of(Node& root, const Step& first, Diagnostics& diagnostics) {
  if (is_top_start(first)) return &root;
  Entry* stages = root.find("stages");
  if (stages == nullptr || stages->value.map() == nullptr) return &root;
  if (stages->value.find(first.text) != nullptr) return &stages->value;
  if (first.text == "world" && root.find("world") != nullptr) return &root;
  if (first.text == "stages") {
    diagnostics.error(first.where, "there is no stage 'stages'", "remove 'stages.': the path begins with a stage");
    return nullptr;
  }
  std::vector<std::string_view> starts = keys_of(stages->value);
  if (const Entry* parameters = root.find("parameters"); parameters != nullptr && parameters->value.map() != nullptr) {
    for (const Entry& parameter : *parameters->value.map()) starts.push_back(parameter.key);
  }
  starts.insert(starts.end(), std::begin(kTopStarts), std::end(kTopStarts));
  const bool has_parameters = root.find("parameters") != nullptr;
  diagnostics.error(first.where,
                    fmt::format("there is no {}stage '{}'", has_parameters ? "parameter or " : "", first.text),
                    schema::suggest(first.text, starts));
  return nullptr;
}

/// Sets the value at `steps`, or removes the key. `flag` names what gives the value in messages: "--set".
void set_at(Node& root, const std::vector<Step>& steps, Node value, bool removes, std::string_view flag,
            Diagnostics& diagnostics) {
  if (Entry* swept = swept_entry(root, steps); swept != nullptr && !removes) {
    swept->value = Node{Node::List{value}, value.where};  // leaves the siblings that have it
    return;
  }
  if (Entry* parameter = parameter_default(root, steps.front().text)) {
    Node* node = &parameter->value;
    for (std::size_t i = 1; i < steps.size() && node != nullptr; ++i)
      node = descend(*node, steps[i], false, i + 1 == steps.size(), diagnostics);
    if (node != nullptr) *node = std::move(value);
    return;
  }
  Node* node = start_of(root, steps.front(), diagnostics);
  if (steps.front().text == "seeds") std::erase_if(*root.map(), [](const Entry& entry) { return entry.key == "seed"; });
  Entry* const seeds = root.find("seeds");
  if (seeds != nullptr && steps.size() == 1 && steps.front().text == "seed" && value.scalar() != nullptr) {
    seeds->value = Node{Node::List{value}, value.where};  // one of the siblings
    return;
  }
  const bool is_world = node == &root && steps.front().text == "world";
  if (steps.size() == 1 && !is_top_start(steps.front()) && !is_world && node != nullptr) {
    diagnostics.error(steps.front().where,
                      fmt::format("{} needs stage.key=value, but '{}' names no key", flag, steps.front().text));
    return;
  }
  Node* parent = nullptr;
  for (std::size_t i = 0; i < steps.size() && node != nullptr; ++i) {
    const bool is_stage_or_outputs = i == 0 && steps.size() > 1, is_last = i + 1 == steps.size();
    parent = node;
    node = descend(*node, steps[i], !is_stage_or_outputs && !(removes && is_last), is_last, diagnostics);
  }
  if (node == nullptr) return;
  if (removes && parent->map() != nullptr)
    std::erase_if(*parent->map(), [&](const Entry& entry) { return entry.key == steps.back().text; });
  else
    *node = std::move(value);
}

}  // namespace

std::optional<NamedOutput> named_output(const Node& root, std::string_view path) {
  const Entry* outputs = root.find("outputs");
  if (outputs == nullptr || outputs->value.list() == nullptr) return std::nullopt;
  std::optional<NamedOutput> longest;
  for (const Node& output : *outputs->value.list()) {
    const std::string_view file = file_of(output);
    const bool begins =
        !file.empty() && path.starts_with(file) && (path.size() == file.size() || path[file.size()] == '.');
    if (begins && (!longest || file.size() > longest->length)) longest = NamedOutput{&output, file.size()};
  }
  return longest;
}

void apply_set(Node& root, std::uint32_t source, std::string_view text, Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    diagnostics.error(SourceLoc{source, 1, 1, static_cast<std::uint32_t>(std::max<std::size_t>(1, text.size()))},
                      "--set needs stage.key=value", "for example --set hills.octaves=9");
    return;
  }
  const std::string_view value_text = text.substr(equals + 1);
  auto value = read_yaml(source, value_text, diagnostics);
  if (!value) return;
  shift(*value, static_cast<std::uint32_t>(equals + 1));
  if (value->is_null()) value->where = {source, 1, static_cast<std::uint32_t>(equals + 2), 1};
  const auto steps = split_path(root, text.substr(0, equals), {source, 1, 1, 1}, diagnostics);
  if (!steps) return;
  // As in a preset that extends another, ~ removes a key. An empty value is a mistake, such as an unset variable.
  const bool removes = value->is_null() && value_text.find_first_not_of(' ') != std::string_view::npos;
  set_at(root, *steps, std::move(*value), removes, "--set", diagnostics);
}

void apply_value(Node& root, std::string_view path, const SourceLoc& where, const Node& value,
                 Diagnostics& diagnostics) {
  const auto steps = split_path(root, path, where, diagnostics);
  if (steps) set_at(root, *steps, value, value.is_null(), "a sweep", diagnostics);
}

void apply_variant(Node& root, std::uint32_t source, const std::string& name, Diagnostics& diagnostics) {
  const Entry* variants = root.find("variants");
  const Entry* variant = variants != nullptr ? variants->value.find(name) : nullptr;
  if (variant == nullptr || variant->value.map() == nullptr) {
    const bool has_any = variants != nullptr && variants->value.map() != nullptr;
    diagnostics.error(SourceLoc{source, 1, 1, static_cast<std::uint32_t>(std::max<std::size_t>(1, name.size()))},
                      fmt::format("there is no variant '{}'", name),
                      has_any ? schema::suggest(name, keys_of(variants->value)) : "the preset has no 'variants'");
    return;
  }
  for (const Entry& entry : *variant->value.map()) {
    if (Entry* parameter = parameter_default(root, entry.key)) parameter->value = entry.value;
  }
}

void apply_inside(Node& node, std::uint32_t source, std::string_view flag, std::string_view text,
                  Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    diagnostics.error(SourceLoc{source, 1, 1, static_cast<std::uint32_t>(std::max<std::size_t>(1, text.size()))},
                      fmt::format("{} needs key=value", flag));
    return;
  }
  auto value = read_yaml(source, text.substr(equals + 1), diagnostics);
  if (!value) return;
  shift(*value, static_cast<std::uint32_t>(equals + 1));
  if (value->is_null()) value->where = {source, 1, static_cast<std::uint32_t>(equals + 2), 1};
  const auto steps = split_path(node, text.substr(0, equals), {source, 1, 1, 1}, diagnostics);
  if (!steps) return;
  Node* place = &node;
  for (std::size_t i = 0; i < steps->size() && place != nullptr; ++i)
    place = descend(*place, (*steps)[i], true, i + 1 == steps->size(), diagnostics);
  if (place != nullptr) *place = std::move(*value);
}

}  // namespace weald::preset
