#pragma once
// Refuses work that needs more memory than there is, once the inputs are available and their sizes are known exactly.

#include <span>
#include <string_view>
#include <utility>

#include "data/artifact_ref.h"
#include "data/estimate.h"
#include "engine/graph/stage.h"
#include "engine/outputs/output.h"

namespace weald::pipeline {

/// Throws StageError, at the parameter that causes most of it, if a stage with this `estimate` certainly needs more
/// than `limit` bytes.
void require_memory(const Estimate& estimate, double limit);

/// As above, with the estimate that follows from the stage's inputs, given with the names of their stages.
void require_memory(const BoundStage& bound, std::span<const std::pair<std::string_view, const Artifact*>> inputs,
                    double limit);

/// Throws StageError if writing `artifact`, of the kind that schema::ArtifactName gives, certainly needs more than
/// `limit` bytes.
void require_memory(const OutputSpec& spec, std::string_view kind, const Artifact& artifact, double limit);

}  // namespace weald::pipeline
