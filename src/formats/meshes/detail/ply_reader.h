#pragma once
// Reading PLY files.

#include <string>
#include <string_view>

#include "formats/meshes/mesh_file.h"

namespace weald::io {

/// Reads a PLY file in memory: text, or binary in either byte order; `name` stands for it in messages. Vertices have
/// `x y z`, and may have normals (`nx ny nz`), UVs (`s t`, `u v` or `texture_u texture_v`) and colours (`red green
/// blue`, with or without `alpha`: integers up to 255, or 65535 for 16 bits, or floats up to 1); faces are polygons
/// (`vertex_indices` or `vertex_index`). Other properties and elements are passed over with a warning. Errors: IoError
/// "name:line:column: ..." in the head and in texts, "'name', byte 123: ..." in binary files, for what is no PLY file,
/// is cut short or says that it has more than it holds, for numbers that are not finite, indices out of range and faces
/// with fewer than three corners; and where there is no face. Source: [ply-spec].
MeshFile parse_ply(std::string_view bytes, const std::string& name);

}  // namespace weald::io
