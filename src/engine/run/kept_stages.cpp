#include "engine/run/kept_stages.h"

#include "engine/run/detail/stage_cache.h"

namespace weald::pipeline {

std::vector<std::optional<bool>> kept_stages(const Graph& graph, const Plan& plan, ResultStore& store) {
  StageCache cache(store);
  std::vector<std::optional<bool>> kept(graph.stages.size());
  std::vector<StageIdentity> known(graph.stages.size());
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    if (plan.steps[i].kind != StepKind::region) known[i].key = cache.key(graph, i, known);
    if (plan.steps[i].kind == StepKind::windows || plan.steps[i].kind == StepKind::rows) {
      known[i].content = known[i].key;
      kept[i] = false;
    } else if (!known[i].key.empty()) {
      const auto record = cache.find(known[i].key);
      kept[i] = record.has_value();
      if (record) known[i].content = record->artifact.digest;
    }
  }
  return kept;
}

}  // namespace weald::pipeline
