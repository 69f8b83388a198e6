#include "front/cli/output_selection.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/graph/texture_outputs.h"

namespace weald::app {

namespace {

/// Drops the stages that no output needs, and renumbers the others.
void drop_unneeded_stages(pipeline::Graph& graph) {
  std::vector<bool> needed(graph.stages.size(), false);
  for (const pipeline::GraphOutput& output : graph.outputs) needed[output.stage] = true;
  for (std::size_t i = graph.stages.size(); i-- > 0;) {  // readers come after what they read
    if (!needed[i]) continue;
    for (const std::size_t input : graph.stages[i].inputs) needed[input] = true;
  }
  std::vector<std::size_t> number(graph.stages.size(), 0);
  std::vector<pipeline::GraphStage> kept;
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    if (!needed[i]) continue;
    number[i] = kept.size();
    kept.push_back(std::move(graph.stages[i]));
    for (std::size_t& input : kept.back().inputs) input = number[input];
  }
  graph.stages = std::move(kept);
  for (pipeline::GraphOutput& output : graph.outputs) output.stage = number[output.stage];
}

/// Adds the outputs that hold the textures of the selected ones.
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

/// Whether `choice` is the name, or a pattern that matches it.
bool is_chosen(const std::string& name, const std::string& choice) {
  return name == choice || fnmatch(choice.c_str(), name.c_str(), 0) == 0;
}

bool is_picture(const pipeline::Graph& graph, const pipeline::GraphOutput& output) {
  return output.decl.spec.picture || graph.stages[output.stage].decl.kind->kind == "contact_sheet";
}

void keep(pipeline::Graph& graph, const std::vector<bool>& is_kept) {
  std::vector<pipeline::GraphOutput> kept;
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    if (is_kept[i]) kept.push_back(std::move(graph.outputs[i]));
  }
  graph.outputs = std::move(kept);
  drop_unneeded_stages(graph);
}

}  // namespace

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

void leave_out_pictures(pipeline::Graph& graph) {
  std::vector<bool> is_kept;
  for (const pipeline::GraphOutput& output : graph.outputs) is_kept.push_back(!is_picture(graph, output));
  keep(graph, is_kept);
}

}  // namespace weald::app
