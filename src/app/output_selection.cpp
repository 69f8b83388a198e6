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

std::vector<std::string> keep_outputs(pipeline::Graph& graph, const std::vector<std::string>& files,
                                      const std::string& directory) {
  std::vector<bool> wanted(graph.outputs.size(), false);
  std::vector<std::string> unknown;
  for (const std::string& file : files) {
    bool found = false;
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
      for (const std::string& written : graph.files_of(graph.outputs[i])) {
        if (written != file && output_path(directory, written) != file) continue;
        wanted[i] = found = true;
      }
    }
    if (!found) unknown.push_back(file);
  }
  if (!unknown.empty()) return unknown;
  std::vector<pipeline::GraphOutput> kept;
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    if (wanted[i]) kept.push_back(std::move(graph.outputs[i]));
  }
  graph.outputs = std::move(kept);
  drop_unneeded_stages(graph);
  return {};
}

}  // namespace weald::app
