#pragma once
// The estimates of the stages of a graph, without those of its outputs.

#include <functional>
#include <vector>

#include "base/error.h"
#include "data/estimate.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Receives a field stage, by its index in the graph, whose grid cannot be made, and the reason.
using OnGridError = std::function<void(std::size_t stage, const StageError& error)>;

/// The estimate of each stage, in the order of the graph: see estimate().
std::vector<Estimate> estimate_stages(const Graph& graph, const OnGridError& on_error = {});

}  // namespace weald::pipeline
