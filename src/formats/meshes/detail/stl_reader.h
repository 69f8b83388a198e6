#pragma once
// Reading STL files.

#include <string>
#include <string_view>

#include "formats/meshes/mesh_file.h"

namespace weald::io {

/// Reads an STL file in memory, binary or text; `name` is its name in messages. A file is binary if its size matches
/// its number of triangles, or if it does not begin with `solid`. The normals in the file are ignored: each triangle
/// has the normal of its plane. Each `solid` of a text is a group. Triangles share no positions; weld_equal_positions
/// joins them. Errors: IoError, as "name:line:column: ..." in texts and as "'name', byte 123: ..." in binary files, if
/// the file is not an STL file, is truncated, has coordinates that are not finite, or has no triangle. Source:
/// [burns1993].
MeshFile parse_stl(std::string_view bytes, const std::string& name);

}  // namespace weald::io
