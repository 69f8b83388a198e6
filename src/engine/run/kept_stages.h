#pragma once
// Determines, before anything is run, which results of a graph are cached.

#include <optional>
#include <vector>

#include "base/result_store.h"
#include "engine/plan/plan.h"

namespace weald::pipeline {

/// Whether the artifact of each stage is in `store`; unset if that depends on the result of an earlier stage. Fields
/// computed in windows are never stored. Reads the files that stages read.
std::vector<std::optional<bool>> kept_stages(const Graph& graph, const Plan& plan, ResultStore& store);

}  // namespace weald::pipeline
