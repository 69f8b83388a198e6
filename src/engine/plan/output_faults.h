#pragma once
// What would end the writing of an output, as far as it is known before any work.

#include "base/diagnostics.h"
#include "engine/graph/graph.h"
#include "engine/plan/graph_estimate.h"

namespace weald::pipeline {

/// Reports, each at its location, a `crs` whose coordinates are known not to be those of the map, surveys that put the
/// world at different places, and a map that is not square for an `.hgt`. Reads the headers of surveys. `estimate` is
/// that of the graph. Returns false if there were any.
bool check_output_faults(const Graph& graph, const GraphEstimate& estimate, Diagnostics& diagnostics);

}  // namespace weald::pipeline
