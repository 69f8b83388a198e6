#pragma once
// Pictures of an atlas: the content taken from each material.

#include <vector>

#include "base/run_context.h"
#include "data/image.h"
#include "data/mesh.h"
#include "stages/images/detail/pack_rectangles.h"

namespace weald::image {

/// The properties shared by the materials of an atlas.
struct AtlasFinish {
  float cutout = 0;             ///< threshold of alpha; 0: nothing is cut out
  float emission_strength = 0;  ///< the largest; 0: nothing glows
  bool has_normals = false;     ///< one of them has a normal map
  /// One of them has an occlusion map, a map of metallic and roughness, or metal.
  bool has_orm = false;
};

/// Of `materials`, none of which is null.
AtlasFinish finish_of(const std::vector<const mesh::Material*>& materials);

/// One repeat of each picture of a material, all of one size.
struct MaterialPictures {
  Image colours;   ///< the material's colour multiplied in; alpha moved so that the atlas's cutout stands for its own
  Image normals;   ///< flat without a normal map
  Image orm;       ///< occlusion, roughness, metallic
  Image emission;  ///< sRGB; AtlasFinish::emission_strength times this is its light
};

/// The pictures of `material` at their size in the atlas; textures of other sizes are resampled as repeating pictures.
MaterialPictures pictures_of(const mesh::Material& material, const RectangleSize& size, const AtlasFinish& finish,
                             const RunContext& context);

}  // namespace weald::image
