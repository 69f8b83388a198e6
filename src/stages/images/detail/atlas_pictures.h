#pragma once
// Images of an atlas: their content for each material.

#include <vector>

#include "base/run_context.h"
#include "data/image.h"
#include "data/mesh.h"
#include "stages/images/detail/pack_rectangles.h"

namespace weald::image {

/// Common properties of the materials that share an atlas.
struct AtlasFinish {
  float cutout = 0;             ///< alpha threshold; 0: no cutout
  float emission_strength = 0;  ///< the largest of all materials; 0: no emission
  bool has_normals = false;     ///< at least one material has a normal map
  /// At least one material has an occlusion map, a metallic-roughness map, or a metallic factor.
  bool has_orm = false;
};

/// Common properties of `materials`, none of which is null.
AtlasFinish finish_of(const std::vector<const mesh::Material*>& materials);

/// One repeat of each texture of a material, all of the same size.
struct MaterialPictures {
  /// multiplied by the material's colour; alpha is remapped so that the atlas's cutout replaces the material's
  Image colours;
  Image normals;   ///< flat if there is no normal map
  Image orm;       ///< occlusion, roughness, metallic
  Image emission;  ///< sRGB; its light is multiplied by AtlasFinish::emission_strength
};

/// The textures of `material` at their size in the atlas; textures of other sizes are resampled as tiling images.
MaterialPictures pictures_of(const mesh::Material& material, const RectangleSize& size, const AtlasFinish& finish,
                             const RunContext& context);

}  // namespace weald::image
