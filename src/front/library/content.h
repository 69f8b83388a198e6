#pragma once
// The content of an api::Artifact, and its conversion to the types of the library.

#include <memory>
#include <string>

#include <weald/weald.h>

#include "data/artifact.h"

namespace weald::api {

/// The artifact of one stage.
struct Artifact::Content {
  std::string stage;
  pipeline::Artifact artifact;
};

/// The kind of an artifact.
Kind kind_of(const pipeline::Artifact& artifact);

/// The kind whose name in presets is `name`. Pre: `name` is that of an artifact type.
Kind kind_named(std::string_view name);

/// Copy of a mesh.
Mesh public_mesh(const mesh::Mesh& mesh);

/// A view of the image. The pixels are not copied; `owner` keeps them alive.
Image public_image(const weald::Image& image, std::shared_ptr<const void> owner);

}  // namespace weald::api
