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
};

/// Draws the items, lit by a sun and a sky, with a camera fitted to them, on a ground if `params.ground` is set. If
/// there are no items or all meshes are empty, the result is the background. Throws StageError for more than 2^32 - 2
/// triangles.
Image render_meshes(std::span<const MeshItem> items, const PictureParams& params, const RunContext& context);

/// Draws a heightmap in the style `params.style`. Non-finite heights are shown as the lowest of the finite ones. An
/// empty heightmap gives the background.
Image render_heightmap(const Heightmap& map, const PictureParams& params, const RunContext& context);

}  // namespace weald::render
