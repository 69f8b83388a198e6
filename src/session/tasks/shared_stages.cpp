#include "session/tasks/shared_stages.h"

#include "engine/plan/graph_estimate.h"

namespace weald::session {

namespace {

using pipeline::StepKind;

/// By stage: whether its result is kept for all tiles.
std::vector<bool> find_shared(const pipeline::Graph& tile) {
  const pipeline::Plan plan = pipeline::make_plan(tile, pipeline::estimate(tile).stages, pipeline::Wanted::files);
  std::vector<bool> is_shared(tile.stages.size(), false);
  for (std::size_t i = 0; i < tile.stages.size(); ++i) {
    const StepKind kind = plan.steps[i].kind;
    const bool is_solved = tile.stages[i].decl.bound->perimeter.has_value();  // once for all tiles
    is_shared[i] = kind == StepKind::part ? is_shared[tile.stages[i].inputs.front()]
                                          : kind == StepKind::whole || kind == StepKind::field || is_solved;
  }
  return is_shared;
}

}  // namespace

std::vector<std::size_t> shared_stages(const pipeline::Graph& tile) {
  const std::vector<bool> is_shared = find_shared(tile);
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < is_shared.size(); ++i) {
    if (is_shared[i]) result.push_back(i);
  }
  return result;
}

pipeline::Graph shared_graph(const pipeline::Graph& tile) {
  pipeline::Graph result;
  result.region = tile.region;  // so that each stage has the same step as in a tile, and the same key in the cache
  result.stages = tile.stages;
  pipeline::keep_needed_stages(result, find_shared(tile));
  return result;
}

}  // namespace weald::session
