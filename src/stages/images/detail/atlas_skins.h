#pragma once
// Skins: the materials that are packed into an atlas, and the layout of each.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/mesh.h"
#include "stages/images/detail/atlas_layout.h"
#include "stages/images/detail/pack_rectangles.h"

namespace weald::image {

struct AtlasParams;

/// A material used by faces, and its cell in the atlas.
struct Skin {
  const mesh::Material* material = nullptr;
  Vec2 tiles{1};
  bool is_plain = false;  ///< no pictures: all its corners may share a place
  bool is_strip = false;
  double faces = 0;

  RectangleSize texture() const;
};

/// The result for the materials of one mesh.
struct SkinsOfMesh {
  /// For each material its index among the skins; unset: it keeps its textures, or no face of any mesh uses it.
  std::vector<std::optional<std::size_t>> skins;
  std::vector<std::size_t> kept;  ///< materials that faces have and that keep their textures
};

/// The materials that are packed.
struct Skins {
  std::vector<Skin> list;
  std::vector<SkinsOfMesh> meshes;
  int strips = 1;  ///< the axis along which strips lie
};

/// The skins of `meshes`, which must outlive them; a material used by several is packed once. Transparent materials,
/// and those that repeat too often without being a strip, keep their textures, with a warning. Errors: StageError if
/// there is none.
Skins skins_of(std::span<const mesh::Mesh* const> meshes, const AtlasParams& params, const RunContext& context);

}  // namespace weald::image
