#pragma once
// LightKey: the digest of everything that the light of a picture depends on, and of nothing that only colours it.

#include <span>
#include <string>

#include "base/hash.h"
#include "data/heightmap.h"
#include "picture/render/render.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// The version of the renderer, a part of every key: to be raised when the light of any picture changes.
inline constexpr std::uint64_t kLightVersion = 2;

/// The key of a picture of meshes. `surfaces` are those of the items' different meshes in the order of their first
/// appearance, as coloured_surface_of() gives them.
std::string light_key(std::span<const MeshItem> items, std::span<const Surface* const> surfaces,
                      const PictureParams& params);

/// The key of the relief of a heightmap.
std::string light_key(const Heightmap& map, const PictureParams& params);

}  // namespace weald::render
