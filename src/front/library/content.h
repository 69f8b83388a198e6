#pragma once
// The content of an api::Artifact, and the conversion of its meshes and images.

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

/// The kind that presets spell `name`. Pre: it is the name of an artifact type.
Kind kind_named(std::string_view name);

/// A copy of a mesh in the form of the library's interface.
Mesh public_mesh(const mesh::Mesh& mesh);

/// A view of the image; the pixels are not copied, and `owner` keeps them alive.
Image public_image(const weald::Image& image, std::shared_ptr<const void> owner);

}  // namespace weald::api
