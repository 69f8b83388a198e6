// The stages of a graph that are needed for its outputs.

#include <utility>

#include "engine/graph/graph.h"

namespace weald::pipeline {

std::vector<schema::InputUse> inputs_beside(const OutputDecl& output) {
  std::vector<schema::InputUse> uses;
  const schema::Input<Heightmap>& mask = output.spec.mask;
  if (mask.given()) uses.push_back({"mask", mask.stage, {mask.accepted.begin(), mask.accepted.end()}, mask.where});
  if (!output.spec.picture || !output.spec.picture->camera) return uses;
  for (schema::InputUse& use : schema::uses_of(*output.spec.picture->camera).inputs) uses.push_back(std::move(use));
  return uses;
}

void keep_needed_stages(Graph& graph, std::vector<bool> wanted) {
  for (const GraphOutput& output : graph.outputs) {
    wanted[output.stage] = true;
    for (const std::size_t read : output.reads) wanted[read] = true;
  }
  for (std::size_t i = graph.stages.size(); i-- > 0;) {  // a stage comes after its inputs
    if (!wanted[i]) continue;
    for (const std::size_t input : graph.stages[i].inputs) wanted[input] = true;
  }
  std::vector<std::size_t> number(graph.stages.size(), 0);
  std::vector<GraphStage> kept;
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    if (!wanted[i]) continue;
    number[i] = kept.size();
    kept.push_back(std::move(graph.stages[i]));
    for (std::size_t& input : kept.back().inputs) input = number[input];
  }
  graph.stages = std::move(kept);
  for (GraphOutput& output : graph.outputs) {
    output.stage = number[output.stage];
    for (std::size_t& read : output.reads) read = number[read];
  }
}

}  // namespace weald::pipeline
