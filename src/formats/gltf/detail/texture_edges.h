#pragma once
// Which pictures of a file must repeat, and which end at their border.

#include <span>
#include <vector>

#include "formats/meshes/obj_writer.h"

namespace weald::gltf {

/// Per picture: whether a face that wears it has texture coordinates beyond 0 to 1. Where none has, what lies beyond
/// the border never shows, and a picture that ends there does not bleed from one border into the opposite one.
/// `pictures` are those of io::textures_of(parts). Time: linear in the corners.
std::vector<bool> repeating_pictures(std::span<const io::ObjPart> parts, std::span<const io::ObjTexture> pictures);

}  // namespace weald::gltf
