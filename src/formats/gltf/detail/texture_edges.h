#pragma once
// Determines which pictures of a file must repeat, and which can be clamped at their border.

#include <span>
#include <vector>

#include "formats/meshes/obj_writer.h"

namespace weald::gltf {

/// Per picture: whether a face that uses it has texture coordinates beyond 0 to 1. If no face has, only the picture
/// itself is visible, and clamping it prevents filtering from mixing opposite borders. `pictures` are those of
/// io::textures_of(parts). Time: linear in the corners.
std::vector<bool> repeating_pictures(std::span<const io::ObjPart> parts, std::span<const io::ObjTexture> pictures);

}  // namespace weald::gltf
