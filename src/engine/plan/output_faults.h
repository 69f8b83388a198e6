#pragma once
// What would end the writing of an output, as far as it is known before any work.

#include "base/diagnostics.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Reports, each at its location, a `crs` that GDAL does not know or whose coordinates are not those of the map,
/// surveys that put the world at different places, and outputs that GDAL would write if it is missing. Reads the
/// headers of surveys. Returns false if there were any.
bool check_output_faults(const Graph& graph, Diagnostics& diagnostics);

}  // namespace weald::pipeline
