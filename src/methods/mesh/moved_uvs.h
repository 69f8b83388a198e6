#pragma once
// Texture coordinates with the scale and offset of materials applied, for formats and pictures that do not support
// them.

#include <map>

#include "data/mesh.h"

namespace weald::mesh {

/// Whether a material transforms the texture coordinates of a mesh that has some.
bool has_moved_uvs(const Mesh& mesh);

/// Texture coordinates with the transforms applied: uv * uv_scale + uv_offset of each corner's material. Equal corners
/// share a value. Pre: has_moved_uvs(mesh).
CornerAttribute<Vec2f> moved_uvs(const Mesh& mesh);

/// Meshes whose texture coordinates are moved_uvs(), each made once.
class MovedMeshes {
 public:
  /// `mesh` itself, which must outlive this, if nothing is transformed; otherwise a copy. Materials are unchanged.
  const Mesh* of(const Mesh* mesh);

 private:
  std::map<const Mesh*, Mesh> copies_;  // for lookup only: the order of addresses has no effect
};

}  // namespace weald::mesh
