#pragma once
// Pictures of meshes and heightmaps, with the same bytes on every machine. For lines see picture/sheets/lines.h.

#include <span>

#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "data/mesh.h"
#include "data/scene.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// An instance of a mesh: the mesh, its transform, and the tint of its colours. Several items may share a mesh.
struct MeshItem {
  const mesh::Mesh* mesh = nullptr;
  Mat4 world_from_mesh{1.0};
  scene::Tint tint{};
  double screen_size = 0;                          ///< of the mesh, like that of a coarser level
  std::span<const scene::LighterLevel> lighter{};  ///< in descending order of screen size; must outlive the item
};

/// Draws the items, lit by a sun and a sky, with a camera fitted to them, on a ground if `params.ground` is set. Items
/// that are small in the picture are drawn by their coarser levels, unless there is a wireframe; the camera is always
/// fitted to the meshes themselves. If there are no items or all meshes are empty, the result is the background. Time
/// grows with the triangles of what is seen or throws shadows, not with those of all items. Throws StageError if more
/// than 2^32 - 2 triangles are in view. Source: [clark1976].
Image render_meshes(std::span<const MeshItem> items, const PictureParams& params, const RunContext& context);

/// Draws a heightmap in the style `params.style`. Non-finite heights are shown as the lowest of the finite ones. An
/// empty heightmap gives the background.
Image render_heightmap(const Heightmap& map, const PictureParams& params, const RunContext& context);

}  // namespace weald::render
