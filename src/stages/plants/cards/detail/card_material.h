#pragma once
// Materials of cards.

#include <optional>
#include <string>
#include <string_view>

#include "data/finish_params.h"
#include "data/mesh.h"
#include "stages/plants/cards/detail/atlas.h"

namespace weald::billboard {

/// Finish of a card material: the parameters that presets set.
struct CardFinish {
  std::string colours, normals;  ///< names of its textures, see picture_name()
  const mesh::FinishParams& params;
  std::optional<double> roughness;
  bool two_sided = true;
};

/// Name by which the mesh refers to the picture of the part `part`: just `part` if the material has its default name
/// `usual`, otherwise `material.part`, so that the pictures of several such stages on one mesh can be distinguished.
std::string picture_name(const std::string& material, std::string_view usual, std::string_view part);

/// A material with an alpha cutout at one half that shows the pictures of `shown`. Its translucency is that of the
/// material that covers most of that mesh's surface.
mesh::Material card_material(const mesh::Mesh& shown, std::string name, const AtlasImages& images,
                             const CardFinish& finish);

}  // namespace weald::billboard
