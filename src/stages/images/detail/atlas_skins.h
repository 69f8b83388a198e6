#pragma once
// Skins: the materials packed into an atlas, and their layout there.

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

/// A material in use, and the properties of its atlas cell.
struct Skin {
  const mesh::Material* material = nullptr;
  Vec2 tiles{1};
  bool is_plain = false;  ///< no textures: all its corners may share one point
  bool is_strip = false;
  double faces = 0;

  RectangleSize texture() const;
};

/// Mapping of one mesh's materials.
struct SkinsOfMesh {
  /// Per material, its index among the skins; unset if it keeps its textures or no face of any mesh uses it.
  std::vector<std::optional<std::size_t>> skins;
  std::vector<std::size_t> kept;  ///< materials in use that keep their textures
};

/// The packed materials.
struct Skins {
  std::vector<Skin> list;
  std::vector<SkinsOfMesh> meshes;
  int strips = 1;  ///< the axis along which strips run
};

/// Collects the skins of `meshes`, which must outlive them; a material that several meshes share becomes one skin.
/// Transparent materials, and materials that repeat too often without being strips, keep their textures, with a
/// warning. Throws StageError if no material can be packed.
Skins skins_of(std::span<const mesh::Mesh* const> meshes, const AtlasParams& params, const RunContext& context);

}  // namespace weald::image
