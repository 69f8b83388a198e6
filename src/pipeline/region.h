#pragma once
// Which graphs can be built for a region only.

#include "core/diagnostics.h"
#include "pipeline/graph.h"

namespace weald::pipeline {

/// Reports every stage that would read a heightmap of which only a region is built and whose result there depends on
/// what lies outside. Returns false when there was one. Fields are cut unless they need whole inputs; a heightmap that
/// a stage makes from no other is made whole, and cut where it is written.
bool check_cuts(const Graph& graph, Diagnostics& diagnostics);

}  // namespace weald::pipeline
