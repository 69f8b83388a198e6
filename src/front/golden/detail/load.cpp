#include "front/golden/detail/load.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/nearest_name.h"
#include "front/golden/detail/recipe.h"

namespace weald::golden {

using schema::Entry;
using schema::Node;

namespace {

/// The file that an output names; empty if it names none.
std::string_view file_of(const Node& output) {
  const Entry* file = output.find("file");
  return file != nullptr && file->value.scalar() != nullptr ? std::string_view(file->value.scalar()->text)
                                                            : std::string_view{};
}

/// Keeps only the outputs in the tree that `spec` names.
void select_outputs(Node& root, const GoldenSpec& spec, Diagnostics& diagnostics) {
  Entry* outputs = root.find("outputs");
  if (spec.outputs.empty() || outputs == nullptr || outputs->value.list() == nullptr) return;
  Node::List& list = *outputs->value.list();
  std::vector<std::string_view> names;
  for (const Node& output : list) names.push_back(file_of(output));
  for (const auto& wanted : spec.outputs) {
    if (std::find(names.begin(), names.end(), wanted.value) == names.end())
      diagnostics.error(wanted.where, fmt::format("the preset '{}' has no output '{}'", spec.preset.text, wanted.value),
                        schema::suggest(wanted.value, names));
  }
  const auto is_unwanted = [&](const Node& output) {
    return std::none_of(spec.outputs.begin(), spec.outputs.end(),
                        [&](const auto& wanted) { return wanted.value == file_of(output); });
  };
  Node::List kept;
  for (const Node& output : list)
    if (!is_unwanted(output)) kept.push_back(output);
  // If none is left, which was reported, all outputs are kept, so that their other errors are reported too.
  if (!kept.empty()) list = std::move(kept);
}

/// The folder to which relative paths of the preset, of what it extends and of `set` refer.
std::vector<std::string> folders_of(const preset::PresetText& text, const GoldenSpec& spec) {
  std::vector<std::string> folders{std::filesystem::path(spec.preset.resolved).parent_path().string()};
  for (const std::string& folder : text.directories)
    if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
  return folders;
}

}  // namespace

std::optional<LoadedGolden> load_golden(const Suite& suite, const GoldenSpec& spec, Sources& sources,
                                        Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  preset::PresetRequest request;
  request.path = spec.preset.resolved;
  if (spec.seed) request.seed = std::to_string(*spec.seed);
  std::optional<preset::PresetText> text;
  try {
    text = preset::read_preset_text(request, sources, diagnostics);
  } catch (const IoError& e) {
    diagnostics.error(spec.preset.where, e.what());
  }
  if (!text) return std::nullopt;
  for (const auto& set : spec.set) {
    const std::uint32_t source = sources.add(fmt::format("'set' of golden '{}'", spec.name.value), set.value);
    text->directories.resize(source + 1);
    text->directories[source] = suite.directory.string();
    preset::apply_set(text->root, source, set.value, diagnostics);
  }
  select_outputs(text->root, spec, diagnostics);
  // A tree with errors is decoded nevertheless, so that all of them are reported.
  auto preset = preset::decode_preset(*text, spec.name.value, diagnostics);
  if (!preset || diagnostics.error_count() != before) return std::nullopt;
  LoadedGolden loaded{&spec, std::move(*preset), {}, folders_of(*text, spec)};
  loaded.recipe = recipe_text(loaded.preset);
  return loaded;
}

}  // namespace weald::golden
