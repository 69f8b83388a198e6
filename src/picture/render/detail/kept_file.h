#pragma once
// Pictures in the cache.

#include <functional>
#include <string>

#include "base/run_context.h"
#include "data/artifact_ref.h"
#include "formats/files/sink.h"
#include "picture/camera/picture_params.h"

namespace weald::pipeline {

/// Key in the cache of something, `what`, that is made from a picture; empty if it is not cached.
std::string picture_key(const char* what, const ArtifactRef& artifact, const render::PictureParams& params,
                        const RunContext& context);

/// The PNG file of a picture: from the cache, or else as `make` writes it, and then stored.
std::string kept_file(const ArtifactRef& artifact, const render::PictureParams& params, const RunContext& context,
                      const std::function<void(io::Sink&)>& make);

}  // namespace weald::pipeline
