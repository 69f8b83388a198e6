#pragma once
// What an api::Artifact holds, and how meshes are copied out of it.

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

/// Copy of a mesh.
Mesh public_mesh(const mesh::Mesh& mesh);

/// The image, without a copy of its pixels, which `owner` keeps alive.
Image public_image(const weald::Image& image, std::shared_ptr<const void> owner);

}  // namespace weald::api
