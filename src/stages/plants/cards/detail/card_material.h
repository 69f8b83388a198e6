#pragma once
// What the cards of billboards are made of.

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

/// What the mesh of a stage calls the picture that is its part of this name: `part` itself where the material has the
/// name that it has without a word (`usual`), and `material.part` elsewhere, so that pictures of several such stages on
/// one mesh can be told apart.
std::string picture_name(const std::string& material, std::string_view usual, std::string_view part);

/// A material, cut out at half of alpha, that shows the pictures of `shown`. It is as translucent as what most of that
/// mesh's surface is made of.
mesh::Material card_material(const mesh::Mesh& shown, std::string name, const AtlasImages& images,
                             const CardFinish& finish);

}  // namespace weald::billboard
