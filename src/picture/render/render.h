#pragma once
// Pictures of meshes and heightmaps, the same bytes on every machine. Lines are in picture/lines.h.

#include <span>

#include "base/run_context.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "data/mesh.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// A mesh and a place where a copy of it stands; several items may share a mesh.
struct MeshItem {
  const mesh::Mesh* mesh = nullptr;
  Mat4 world_from_mesh{1.0};
};

/// The items in the light of a sun and a sky, seen by a camera that is fitted to them; on a ground where
/// `params.ground` says so. No items or empty meshes give the background. Throws StageError for more than 2^32 - 2
/// triangles.
Image render_meshes(std::span<const MeshItem> items, const PictureParams& params, const RunContext& context);

/// A heightmap as `params.style` says. Heights that are not finite are shown as the lowest of the others. An empty
/// heightmap gives the background.
Image render_heightmap(const Heightmap& map, const PictureParams& params, const RunContext& context);

}  // namespace weald::render
