#include "app/output_selection.h"

#include <algorithm>
#include <filesystem>
#include <utility>

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

}  // namespace

std::string output_path(const std::string& directory, const std::string& file) {
  return (std::filesystem::path(directory) / file).string();
}

std::set<std::string> keep_outputs(pipeline::Graph& graph, const std::vector<std::string>& files,
                                   const std::string& directory) {
  std::set<std::string> found;
  std::vector<pipeline::GraphOutput> kept;
  for (pipeline::GraphOutput& output : graph.outputs) {
    auto written = graph.files_of(output);
    written.push_back(output.decl.declared_file);
    bool is_wanted = false;
    for (const std::string& file : files) {
      const bool is_this = std::any_of(written.begin(), written.end(), [&](const std::string& name) {
        return name == file || output_path(directory, name) == file;
      });
      if (!is_this) continue;
      found.insert(file);
      is_wanted = true;
    }
    if (is_wanted) kept.push_back(std::move(output));
  }
  graph.outputs = std::move(kept);
  drop_unneeded_stages(graph);
  return found;
}

}  // namespace weald::app
