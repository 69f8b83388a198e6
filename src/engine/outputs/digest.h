#pragma once
// Content digests of artifacts: decoded content, never compressed bytes.

#include <string>

#include "base/run_context.h"
#include "data/artifact_ref.h"
#include "engine/outputs/output.h"

namespace weald::pipeline {

/// Digest of an artifact's content: samples, positions, connectivity, attributes, texts.
std::string content_digest(const Artifact& artifact);

/// Digest of an output of `artifact` without a picture: `content`, which is content_digest() of the artifact, but for
/// an output with a mask, whose digest also covers which samples have data and the number that the others are written
/// as. Errors: StageError (key "mask") if the mask lies on another grid.
std::string data_digest(const OutputSpec& spec, const Artifact& artifact, const std::string& content);

/// Digest of the content of an output: of the pixels of the picture if one is drawn, otherwise data_digest().
std::string output_digest(const OutputSpec& spec, const ArtifactRef& artifact, const RunContext& context);

}  // namespace weald::pipeline
