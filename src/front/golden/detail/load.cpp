#include "front/golden/detail/load.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/nearest_name.h"
#include "front/golden/detail/recipe.h"

namespace weald::golden {

using schema::Node;

namespace {

/// Removes the outputs that `spec` does not name from the tree; keeps all if it names none.
void select_outputs(Node& root, const GoldenSpec& spec, Diagnostics& diagnostics) {
  Node::List* list = root.list_at("outputs");
  if (spec.outputs.empty() || list == nullptr) return;
  std::vector<std::string_view> names;
  for (const Node& output : *list) names.push_back(output.text_at("file"));
  for (const auto& wanted : spec.outputs) {
    if (std::find(names.begin(), names.end(), wanted.value) == names.end())
      diagnostics.error(wanted.where, fmt::format("the preset '{}' has no output '{}'", spec.preset.text, wanted.value),
                        schema::suggest(wanted.value, names));
  }
  Node::List kept;
  std::copy_if(list->begin(), list->end(), std::back_inserter(kept), [&](const Node& output) {
    return std::any_of(spec.outputs.begin(), spec.outputs.end(),
                       [&](const auto& wanted) { return wanted.value == output.text_at("file"); });
  });
  // If no output is left, which has been reported, all stay, so that further errors in them are reported too.
  if (!kept.empty()) *list = std::move(kept);
}

/// The folders to which paths in the preset, in its bases and in `set` are relative.
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
  request.coarser = spec.coarser.value_or(1);
  request.include = suite.include;
  std::optional<preset::PresetText> text;
  try {
    text = preset::read_preset_text(request, sources, diagnostics);
  } catch (const IoError& e) {
    diagnostics.unreadable(spec.preset.where, e.what());
  }
  if (!text) return std::nullopt;
  for (const auto& set : spec.set)
    text->set(fmt::format("'set' of golden '{}'", spec.name.value), set.value, sources, diagnostics,
              suite.directory.string());
  select_outputs(text->root, spec, diagnostics);
  // A tree with errors is decoded nevertheless, to report all of them.
  auto preset = preset::decode_preset(*text, spec.name.value, diagnostics);
  if (!preset || diagnostics.error_count() != before) return std::nullopt;
  LoadedGolden loaded{&spec, std::move(*preset), {}, folders_of(*text, spec)};
  loaded.recipe = recipe_text(loaded.preset);
  return loaded;
}

}  // namespace weald::golden
