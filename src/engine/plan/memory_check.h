#pragma once
// Refuses work that needs more memory than there is, once the inputs are available and their sizes are known exactly.

#include <span>
#include <string_view>
#include <utility>

#include "data/artifact_ref.h"
#include "data/estimate.h"
#include "engine/graph/graph.h"
#include "engine/outputs/output.h"

namespace weald::pipeline {

/// Throws StageError, at the parameter that causes most of it, if a stage with this `estimate` certainly needs more
/// than `limit` bytes.
void require_memory(const Estimate& estimate, double limit);

/// Throws StageError if writing `artifact`, of the kind that schema::ArtifactName gives, certainly needs more than
/// `limit` bytes.
void require_memory(const OutputSpec& spec, std::string_view kind, const Artifact& artifact, double limit);

/// Throws StageError if stage `index` of a graph, which reads these artifacts, needs more memory than `limit` bytes.
void require_memory(const Graph& graph, std::size_t index, std::span<const SharedArtifact> inputs, double limit);

}  // namespace weald::pipeline
