#pragma once
// Pictures of artifacts, through the software rasteriser.

#include <string>

#include "base/run_context.h"
#include "data/artifact_ref.h"
#include "picture/camera/picture_params.h"

namespace weald::pipeline {

/// Draws any artifact but a derived string. Same image for any number of threads. Throws StageError for an artifact
/// with nothing to show.
Image draw(const ArtifactView& artifact, const render::PictureParams& params, const RunContext& context);
inline Image draw(const Artifact& artifact, const render::PictureParams& params, const RunContext& context) {
  return draw(view_of(artifact), params, context);
}

/// As draw(), but the picture is taken from `context.store` where it was kept, and kept there, when the artifact's
/// digest is known. An artifact whose picture is found is not fetched.
Image picture_of(const ArtifactRef& artifact, const render::PictureParams& params, const RunContext& context);

/// The picture as the bytes of a PNG, found and kept as with picture_of(): a third of the picture's size.
std::string picture_file(const ArtifactRef& artifact, const render::PictureParams& params, const RunContext& context);

}  // namespace weald::pipeline
