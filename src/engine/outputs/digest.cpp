#include "engine/outputs/digest.h"

#include "engine/outputs/detail/field_digest.h"
#include "picture/render/picture.h"

namespace weald::pipeline {

std::string content_digest(const Artifact& artifact) {
  Hasher hasher;
  hasher.add(name_of(artifact));
  std::visit([&](const auto& value) { add_hashed(hasher, value); }, artifact);
  return hasher.hex();
}

std::string output_digest(const OutputSpec& spec, const ArtifactRef& artifact, const RunContext& context) {
  return spec.picture ? content_digest(picture_of(artifact, *spec.picture, context)) : content_digest(artifact.get());
}

}  // namespace weald::pipeline
