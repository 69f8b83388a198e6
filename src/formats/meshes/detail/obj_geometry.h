#pragma once
// The elements of an OBJ file, without its materials.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/meshes/detail/obj_reader.h"

namespace weald::io {

/// What an OBJ file holds by itself.
struct ObjGeometry {
  ObjFile file;                                            ///< its materials have only their names
  std::vector<std::optional<std::string>> material_names;  ///< of each; unset for faces before the first `usemtl`
  std::vector<std::string> material_files;                 ///< the names in `mtllib` lines, each once
};

/// Reads a text as parse_obj() does, and with its errors; `name` is the file name in messages.
ObjGeometry parse_obj_geometry(std::string_view text, const std::string& name);

}  // namespace weald::io
