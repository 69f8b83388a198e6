#pragma once
// Pictures of artifacts, through the software rasteriser.

#include "core/run_context.h"
#include "pipeline/artifact.h"
#include "render/picture_params.h"

namespace weald::pipeline {

/// Draws any artifact but a derived string. Same image for any number of threads. Throws StageError for an artifact
/// with nothing to show.
Image draw(const Artifact& artifact, const render::PictureParams& params, const RunContext& context);

}  // namespace weald::pipeline
