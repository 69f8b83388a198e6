#pragma once
// What is checked before a graph is run.

#include "base/diagnostics.h"
#include "engine/graph/graph.h"
#include "engine/plan/graph_estimate.h"
#include "engine/run/evaluate.h"

namespace weald::pipeline {

/// Whether a graph can be cut as its region asks, its outputs can be written, and its maps and its memory, as
/// estimated, are within the limits. Reports what stands against it.
bool can_run(const Graph& graph, const GraphEstimate& known, const EvalOptions& options, Diagnostics& diagnostics);

}  // namespace weald::pipeline
