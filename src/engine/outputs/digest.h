#pragma once
// Content digests of artifacts: decoded content, never compressed bytes.

#include <string>

#include "base/run_context.h"
#include "data/artifact_ref.h"
#include "engine/outputs/output.h"

namespace weald::pipeline {

/// Digest of an artifact's content: samples, positions, connectivity, attributes, texts.
std::string content_digest(const Artifact& artifact);

/// Digest of the content of an output: of the pixels of the picture, or of all frames, if one is drawn, otherwise of
/// the artifact.
std::string output_digest(const OutputSpec& spec, const ArtifactRef& artifact, const RunContext& context);

}  // namespace weald::pipeline
