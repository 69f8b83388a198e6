#include "engine/run/detail/run_checks.h"

#include "engine/graph/region.h"
#include "engine/plan/output_faults.h"
#include "engine/plan/picture_faults.h"
#include "formats/files/memory_limit.h"

namespace weald::pipeline {

bool can_run(const Graph& graph, const GraphEstimate& known, const EvalOptions& options, Diagnostics& diagnostics) {
  if (graph.region && !(check_cuts(graph, diagnostics) && check_picture_faults(graph, diagnostics))) return false;
  // Other runs do not say where the map lies.
  if (options.wanted() == Wanted::files && !check_output_faults(graph, diagnostics)) return false;
  const double limit = options.memory_limit ? *options.memory_limit : io::memory_limit();
  return check_sizes(graph, known, diagnostics, options.wanted()) &&
         check_memory(graph, known, limit, diagnostics, options.wanted());
}

}  // namespace weald::pipeline
