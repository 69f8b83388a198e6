#pragma once
// The materials of a GLB file.

#include <string>
#include <vector>

#include "data/mesh.h"
#include "formats/meshes/detail/glb_content.h"

namespace weald::io {

/// The materials of the file in order, followed by a plain one for primitives without a material. Pictures that are not
/// PNGs, or are too large, are ignored with a warning. Errors: as GlbContent.
std::vector<mesh::Material> glb_materials(const GlbContent& content, std::vector<std::string>& warnings);

}  // namespace weald::io
