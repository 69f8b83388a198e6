#pragma once
// LightKey: a digest of everything that affects a picture's lighting, and of nothing that affects only its colours.

#include <span>
#include <string>

#include "base/hash.h"
#include "data/heightmap.h"
#include "picture/render/render.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// Renderer version, a part of every key. Increment it whenever the lighting of any picture changes.
inline constexpr std::uint64_t kLightVersion = 2;

/// The key of a picture of meshes. `meshes` are the distinct meshes of the items and of their coarser levels, in a
/// fixed order, and `surfaces` the results of coloured_surface_of() for them.
std::string light_key(std::span<const MeshItem> items, std::span<const mesh::Mesh* const> meshes,
                      std::span<const Surface* const> surfaces, const PictureParams& params);

/// The key of a heightmap's relief.
std::string light_key(const Heightmap& map, const PictureParams& params);

}  // namespace weald::render
