#pragma once
// The materials of a GLB file.

#include <string>
#include <vector>

#include "data/mesh.h"
#include "formats/meshes/detail/glb_content.h"

namespace weald::io {

/// The materials of the file in its order, and a plain one after them for what has none. Pictures that are no PNG, or
/// too large, are left out with a warning. Errors: as of GlbContent.
std::vector<mesh::Material> glb_materials(const GlbContent& content, std::vector<std::string>& warnings);

}  // namespace weald::io
