#include "engine/run/detail/run_checks.h"

#include "engine/graph/region.h"
#include "formats/files/memory_limit.h"

namespace weald::pipeline {

bool can_run(const Graph& graph, const GraphEstimate& known, const EvalOptions& options, Diagnostics& diagnostics) {
  if (graph.region && !check_cuts(graph, diagnostics)) return false;
  const double limit = options.memory_limit ? *options.memory_limit : io::memory_limit();
  return check_sizes(graph, known, diagnostics, options.wanted()) &&
         check_memory(graph, known, limit, diagnostics, options.wanted());
}

}  // namespace weald::pipeline
