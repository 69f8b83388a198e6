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
  std::string_view picture;  ///< name of its texture: that of the stage's part
  const mesh::FinishParams& params;
  std::optional<double> roughness;
  bool two_sided = true;
};

/// A material, cut out at half of alpha, that shows the pictures of `shown`. It is as translucent as what most of that
/// mesh's surface is made of.
mesh::Material card_material(const mesh::Mesh& shown, std::string name, const AtlasImages& images,
                             const CardFinish& finish);

}  // namespace weald::billboard
