#include "engine/outputs/digest.h"

#include "engine/outputs/detail/field_digest.h"
#include "picture/render/frames.h"
#include "picture/render/picture.h"

namespace weald::pipeline {

std::string content_digest(const Artifact& artifact) {
  Hasher hasher;
  hasher.add(name_of(artifact));
  std::visit([&](const auto& value) { add_hashed(hasher, value); }, artifact);
  return hasher.hex();
}

namespace {

std::string frames_digest(const render::PictureParams& picture, const ArtifactRef& artifact,
                          const RunContext& context) {
  FrameSeries series(artifact, picture, context);
  Hasher hasher;
  hasher.add("frames");
  hasher.add(picture.frames->per_second);
  for (int frame = 0; frame < series.count(); ++frame) hasher.add(content_digest(series.image(frame)));
  return hasher.hex();
}

}  // namespace

std::string output_digest(const OutputSpec& spec, const ArtifactRef& artifact, const RunContext& context) {
  if (spec.picture && spec.picture->frames) return frames_digest(*spec.picture, artifact, context);
  return spec.picture ? content_digest(picture_of(artifact, *spec.picture, context)) : content_digest(artifact.get());
}

}  // namespace weald::pipeline
