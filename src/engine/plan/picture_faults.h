#pragma once
// Pictures of the whole map that cannot be cut for a region.

#include "base/diagnostics.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Reports, each at the input that reads it, the pictures that are read beside pictures and heightmaps of the region
/// but are not made for it, such as imported ones, and cannot be cut: those that do not have one pixel for each sample
/// of the whole map, as far as their size is known before any work, and at a coarser level all of them, since pictures
/// are not reduced. Returns false if there were any. Pre: the graph has a region.
bool check_picture_faults(const Graph& graph, Diagnostics& diagnostics);

}  // namespace weald::pipeline
