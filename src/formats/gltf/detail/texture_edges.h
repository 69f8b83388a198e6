#pragma once
// Which pictures of a file must repeat, and which are clamped at their border.

#include <span>
#include <vector>

#include "formats/meshes/obj_writer.h"

namespace weald::gltf {

/// Per picture: whether a face that uses it has texture coordinates beyond 0 to 1. If none has, the area beyond the
/// border is never visible, and a clamped picture does not bleed from one border into the opposite one. `pictures` are
/// those of io::textures_of(parts). Time: linear in the corners.
std::vector<bool> repeating_pictures(std::span<const io::ObjPart> parts, std::span<const io::ObjTexture> pictures);

}  // namespace weald::gltf
