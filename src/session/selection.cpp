#include "session/selection.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/text/nearest_name.h"
#include "engine/graph/region.h"
#include "engine/graph/texture_outputs.h"
#include "session/world.h"

namespace weald::session {

namespace {

/// Also selects the outputs that hold the textures of the selected outputs.
void keep_companions(const pipeline::Graph& graph, std::vector<bool>& is_kept) {
  const std::set<std::string> files = [&] {
    std::set<std::string> names;
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
      if (!is_kept[i]) continue;
      const std::vector<std::string> own = pipeline::named_texture_files(graph.outputs[i].decl.spec);
      names.insert(own.begin(), own.end());
    }
    return names;
  }();
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    if (files.count(graph.files_of(graph.outputs[i]).front()) > 0) is_kept[i] = true;
  }
}

/// Whether `choice` is `name`, or a pattern that matches it.
bool is_chosen(const std::string& name, const std::string& choice) {
  return name == choice || fnmatch(choice.c_str(), name.c_str(), 0) == 0;
}

bool is_picture(const pipeline::Graph& graph, const pipeline::GraphOutput& output) {
  return output.decl.spec.picture || graph.stages[output.stage].decl.kind->kind == "contact_sheet";
}

void keep(pipeline::Graph& graph, const std::vector<bool>& is_kept) {
  std::vector<pipeline::GraphOutput> kept;
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    if (!is_kept[i]) continue;
    kept.push_back(std::move(graph.outputs[i]));
    kept.back().index = kept.size() - 1;
  }
  graph.outputs = std::move(kept);
  pipeline::keep_needed_stages(graph, std::vector<bool>(graph.stages.size(), false));
}

/// Reports what makes a build of a region impossible or useless.
void check_region(const preset::Preset& preset, Diagnostics& diagnostics) {
  if (pipeline::reads_maps(preset.graph)) {
    if (pipeline::check_cuts(preset.graph, diagnostics)) pipeline::warn_of_cut_ranges(preset.graph, diagnostics);
    return;
  }
  diagnostics.error(
      std::nullopt,
      fmt::format("'{}' has no regions: none of its outputs is a heightmap or depends on one", preset.name),
      "remove --region");
}

/// Suggests the output that may be meant, or lists the first outputs.
std::string help_for_unknown_output(std::string_view file, const std::vector<std::string_view>& names) {
  constexpr std::size_t kMaxListed = 16;
  const std::string help = schema::suggest(file, names);
  if (!help.empty() || names.empty()) return help;
  const std::vector<std::string_view> first(names.begin(), names.begin() + kMaxListed);  // suggest() lists fewer
  return fmt::format("one of: {} and {} more; --list-outputs lists them", fmt::join(first, ", "),
                     names.size() - kMaxListed);
}

/// Reduces the presets to the outputs of `selection.only`.
void keep_chosen(LoadedPresets& loaded, const Selection& selection) {
  std::set<std::string> unknown(selection.only.begin(), selection.only.end());
  std::vector<std::string> all;
  for (const preset::LoadedPreset& entry : loaded.presets) append_new(all, output_paths(entry.preset->graph, ""));
  for (preset::LoadedPreset& entry : loaded.presets) {
    const Companions companions = selection.one ? Companions::left_out : Companions::kept;
    for (const std::string& file : keep_outputs(entry.preset->graph, selection.only, selection.directory, companions))
      unknown.erase(file);
  }
  const std::vector<std::string_view> names(all.begin(), all.end());
  for (const std::string& file : unknown)
    loaded.diagnostics.error(std::nullopt, fmt::format("--only: there is no output '{}'", file),
                             help_for_unknown_output(file, names));
}

/// Keeps the outputs of the siblings that belong to the shard. A graph without siblings stays as it is.
void keep_shard(pipeline::Graph& graph, const Shard& shard) {
  keep_outputs_that(graph, [&](const pipeline::GraphOutput& output) {
    return !output.decl.sibling || shard.has(static_cast<std::int64_t>(*output.decl.sibling));
  });
}

}  // namespace

void select_outputs(LoadedPresets& loaded, const Selection& selection) {
  Diagnostics& diagnostics = loaded.diagnostics;
  const auto before = diagnostics.error_count();
  for (preset::LoadedPreset& entry : loaded.presets) {  // the tiles of some outputs are those of all
    if (entry.preset->world && (!selection.only.empty() || selection.no_pictures))
      entry.preset->world_grid = tiled_grid(entry.preset->graph);
  }
  if (!selection.only.empty()) keep_chosen(loaded, selection);
  if (selection.no_pictures) {
    for (preset::LoadedPreset& entry : loaded.presets) leave_out_pictures(entry.preset->graph);
  }
  const bool is_any_left = std::ranges::any_of(
      loaded.presets, [](const preset::LoadedPreset& entry) { return !entry.preset->graph.outputs.empty(); });
  if (selection.shard) {
    for (preset::LoadedPreset& entry : loaded.presets) {
      if (!entry.preset->world) keep_shard(entry.preset->graph, *selection.shard);
    }
  }
  std::erase_if(loaded.presets, [](const preset::LoadedPreset& entry) { return entry.preset->graph.outputs.empty(); });
  if (!is_any_left && diagnostics.error_count() == before)
    diagnostics.error(std::nullopt, "--no-pictures: every output is a picture");
  std::size_t count = 0;
  for (preset::LoadedPreset& entry : loaded.presets) {
    pipeline::Graph& graph = entry.preset->graph;
    graph.region = selection.region;
    if (graph.region) check_region(*entry.preset, diagnostics);
    count += graph.outputs.size();
  }
  if (selection.one && count != 1 && diagnostics.error_count() == before)
    diagnostics.error(std::nullopt, fmt::format("'-o -' prints one output, but there are {}", count),
                      "choose one with --only FILE; --list-outputs lists them");
}

std::vector<std::string> output_paths(const pipeline::Graph& graph, const std::string& directory) {
  std::vector<std::string> paths;
  std::set<std::string> seen;  // outputs may share files
  for (const pipeline::GraphOutput& output : graph.outputs) {
    for (const std::string& file : graph.files_of(output)) {
      if (seen.insert(file).second) paths.push_back(output_path(directory, file));
    }
  }
  return paths;
}

std::string output_path(const std::string& directory, const std::string& file) {
  return (std::filesystem::path(directory) / file).string();
}

std::set<std::string> keep_outputs(pipeline::Graph& graph, const std::vector<std::string>& files,
                                   const std::string& directory, Companions companions) {
  std::set<std::string> found;
  std::vector<bool> is_kept(graph.outputs.size(), false);
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    auto written = graph.files_of(graph.outputs[i]);
    written.push_back(graph.outputs[i].decl.declared_file);
    for (const std::string& file : files) {
      const bool is_this = std::any_of(written.begin(), written.end(), [&](const std::string& name) {
        return is_chosen(name, file) || is_chosen(output_path(directory, name), file);
      });
      if (!is_this) continue;
      found.insert(file);
      is_kept[i] = true;
    }
  }
  if (companions == Companions::kept) keep_companions(graph, is_kept);
  keep(graph, is_kept);
  return found;
}

void keep_outputs_that(pipeline::Graph& graph, const std::function<bool(const pipeline::GraphOutput&)>& is_kept) {
  std::vector<bool> kept;
  for (const pipeline::GraphOutput& output : graph.outputs) kept.push_back(is_kept(output));
  keep_companions(graph, kept);
  keep(graph, kept);
}

void leave_out_pictures(pipeline::Graph& graph) {
  std::vector<bool> is_kept;
  for (const pipeline::GraphOutput& output : graph.outputs) is_kept.push_back(!is_picture(graph, output));
  keep(graph, is_kept);
}

}  // namespace weald::session
