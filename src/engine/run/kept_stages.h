#pragma once
// Which results of a graph are in the cache, before anything is run.

#include <optional>
#include <vector>

#include "base/result_store.h"
#include "engine/plan/plan.h"

namespace weald::pipeline {

/// Whether the artifact of each stage is kept in `store`; unset where that hangs on what a stage before it will make.
/// Fields in windows are never kept. Reads the files that stages read.
std::vector<std::optional<bool>> kept_stages(const Graph& graph, const Plan& plan, ResultStore& store);

}  // namespace weald::pipeline
