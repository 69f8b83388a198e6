#pragma once
// The costs of a stage that is run on windows with a halo.

#include "data/cut_rule.h"
#include "data/estimate.h"
#include "data/heightmap.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// The estimate of a heightmap on the grid `whole` that is made on windows with the halo of `rule`: at least one window
/// is in memory, and the samples of halos take time, too. `in_region` is the estimate without regard to that. Pre: the
/// graph has a region, and the rule a halo.
Estimate in_windows(const Estimate& in_region, const GridSpec& whole, const Graph& graph, const CutRule& rule);

/// Samples of the largest of the tiles in which a stage works on the grid `whole` through perimeters.
double samples_of_tile(const GridSpec& whole);

}  // namespace weald::pipeline
