#include "pipeline/region.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace weald::pipeline {

bool check_cuts(const Graph& graph, Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  std::vector<bool> is_cut(graph.stages.size(), false);
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    const StageDecl& decl = graph.stages[i].decl;
    const auto& inputs = graph.stages[i].inputs;
    const bool reads_cut = std::any_of(inputs.begin(), inputs.end(), [&](std::size_t input) { return is_cut[input]; });
    is_cut[i] = decl.bound->is_field() && decl.bound->is_local();
    if (!reads_cut || decl.bound->can_cut()) continue;
    diagnostics.error(
        decl.where,
        fmt::format("stage '{}' ({}) depends on the whole map, so a region of it cannot be built by itself", decl.name,
                    decl.kind->kind),
        "build the whole map, or only outputs that do not need this stage: --only FILE");
  }
  return diagnostics.error_count() == before;
}

}  // namespace weald::pipeline
