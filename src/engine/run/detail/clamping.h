#pragma once
// Warnings of heightmaps that drive parameters.

#include <cstddef>
#include <span>

#include "base/run_context.h"
#include "engine/graph/graph.h"
#include "engine/run/detail/made_stage.h"

namespace weald::pipeline {

/// Warns of heightmaps with samples outside the range of the parameter of stage `index` that they drive. Only
/// heightmaps that are stored as a whole, in `made`, are checked.
void warn_of_clamping(const Graph& graph, std::size_t index, std::span<const MadeStage> made,
                      const RunContext& context);

}  // namespace weald::pipeline
