#pragma once
// Pictures of artifacts, drawn by the software rasteriser.

#include <string>

#include "base/run_context.h"
#include "data/artifact_ref.h"
#include "picture/camera/picture_params.h"

namespace weald::pipeline {

/// Draws any artifact except a derived string. The image does not depend on the number of threads. Throws StageError if
/// the artifact has nothing to show.
Image draw(const ArtifactView& artifact, const render::PictureParams& params, const RunContext& context);
inline Image draw(const Artifact& artifact, const render::PictureParams& params, const RunContext& context) {
  return draw(view_of(artifact), params, context);
}

/// Draws a picture like draw(), with `context.store` as a cache: if the artifact's digest is known, the picture is
/// looked up there, and stored there after drawing. An artifact whose picture is found is not fetched.
Image picture_of(const ArtifactRef& artifact, const render::PictureParams& params, const RunContext& context);

/// The picture encoded as PNG. It is cached in this form, which takes a third of the space of picture_of()'s entry.
std::string picture_file(const ArtifactRef& artifact, const render::PictureParams& params, const RunContext& context);

}  // namespace weald::pipeline
