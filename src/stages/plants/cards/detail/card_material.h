#pragma once
// The building blocks of billboard cards.

#include <optional>
#include <string>
#include <string_view>

#include "data/finish_params.h"
#include "data/mesh.h"
#include "stages/plants/cards/detail/atlas.h"

namespace weald::billboard {

/// Finish of a material: keys that are set in a preset.
struct CardFinish {
  std::string colours, normals;  ///< names of its textures: see picture_name()
  const mesh::FinishParams& params;
  std::optional<double> roughness;
  bool two_sided = true;
};

/// The name in the mesh of a stage of the picture that is its part of this name: `part` itself if the material has its
/// default name (`usual`), otherwise `material.part`, so that pictures of several such stages on one mesh can be
/// distinguished.
std::string picture_name(const std::string& material, std::string_view usual, std::string_view part);

/// A material, cut out at half of alpha, that shows the pictures of `shown`. It is as translucent as what most of that
/// mesh's surface is made of.
mesh::Material card_material(const mesh::Mesh& shown, std::string name, const AtlasImages& images,
                             const CardFinish& finish);

}  // namespace weald::billboard
