#pragma once
// How fields are read: by which stages, and which part of them.

#include <vector>

#include "engine/graph/graph.h"
#include "engine/plan/field_eval.h"

namespace weald::pipeline {

/// The stages that make heightmaps among the inputs of stage `index`, in the order of its parameters, with repetitions.
std::vector<std::size_t> field_inputs(const Graph& graph, std::size_t index);

/// Whether the only use of stage `index` is by a field stage that names it once and not to drive a number, with no
/// output written from it: then it need not be stored as a whole.
bool is_read_in_windows(const Graph& graph, std::size_t index);

/// The samples of `region` and of `reach` around it, clipped to the field. Throws StageError if the region does not lie
/// inside the field.
SharedArtifact cut_out(const LazyField& field, const Region& region, int reach, const RunContext& context);

/// Crops from the pictures of a stage what was made of samples around the region. Pre: all its artifacts are images.
void cut_pictures(StageResult& result, const Region& region, int reach);

}  // namespace weald::pipeline
