#pragma once
// Reading PLY files.

#include <string>
#include <string_view>

#include "formats/meshes/mesh_file.h"

namespace weald::io {

/// Reads a PLY file in memory: text, or binary in either byte order; `name` is its name in messages. Vertices have `x y
/// z`, and may have normals (`nx ny nz`), UVs (`s t`, `u v` or `texture_u texture_v`) and colours (`red green blue`,
/// with or without `alpha`: integers up to 255, or 65535 for 16 bits, or floats up to 1); faces are polygons
/// (`vertex_indices` or `vertex_index`). Other properties and elements are ignored with a warning. Errors: IoError, as
/// "name:line:column: ..." in the header and in texts and as "'name', byte 123: ..." in binary files, if the file is
/// not a PLY file, is truncated, declares more elements than it contains, has numbers that are not finite, indices out
/// of range or faces with fewer than three corners, or has no face. Source: [ply-spec].
MeshFile parse_ply(std::string_view bytes, const std::string& name);

}  // namespace weald::io
