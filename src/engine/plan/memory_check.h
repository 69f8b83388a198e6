#pragma once
// Refusing work for which there is not enough memory, once the inputs are there and their sizes known exactly.

#include <string_view>

#include "data/artifact_ref.h"
#include "data/estimate.h"
#include "engine/outputs/output.h"

namespace weald::pipeline {

/// Throws StageError, at the parameter that asks for most of it, where a stage that makes what `estimate` tells takes
/// more than `limit` bytes for certain.
void require_memory(const Estimate& estimate, double limit);

/// Throws StageError where writing `artifact`, of the kind that schema::ArtifactName gives, takes more than `limit`
/// bytes for certain.
void require_memory(const OutputSpec& spec, std::string_view kind, const Artifact& artifact, double limit);

}  // namespace weald::pipeline
