#pragma once
// Estimates of what is read and written of a stage in a run for a region.

#include "data/estimate.h"
#include "engine/graph/graph.h"
#include "engine/graph/region.h"

namespace weald::pipeline {

/// The estimate of a heightmap of which only the region of a graph is read. Pre: `whole` has a grid, and the graph a
/// region.
Estimate cut(const Estimate& whole, const Graph& graph);

/// The estimate of a stage that places copies, for a region: any number of those of the whole land lie in it.
Estimate with_fewer_copies(const Estimate& whole);

/// The estimate of what is written of a stage, which has the estimate `made`: heightmaps are cut to the region, and
/// they and pictures of it have no apron. Pre: the graph has a region.
Estimate as_written(const Estimate& made, const Graph& graph, RegionRole role);

}  // namespace weald::pipeline
