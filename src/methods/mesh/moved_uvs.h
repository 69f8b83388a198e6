#pragma once
// Texture coordinates with the scale and offset of materials in them, for formats and pictures that know none.

#include <map>

#include "data/mesh.h"

namespace weald::mesh {

/// Whether a material moves the texture coordinates of a mesh that has some.
bool has_moved_uvs(const Mesh& mesh);

/// Texture coordinates at which the textures of `mesh` are to be looked up as they are: uv * uv_scale + uv_offset of
/// each corner's material. Equal corners share a value. Pre: has_moved_uvs(mesh).
CornerAttribute<Vec2f> moved_uvs(const Mesh& mesh);

/// Meshes whose texture coordinates are those of moved_uvs(), each made once.
class MovedMeshes {
 public:
  /// `mesh` itself, which must outlive this, where nothing is moved; else a copy. Materials stay as they are.
  const Mesh* of(const Mesh* mesh);

 private:
  std::map<const Mesh*, Mesh> copies_;  // looked up only: the order of addresses changes nothing
};

}  // namespace weald::mesh
