#pragma once
// Reading STL files.

#include <string>
#include <string_view>

#include "formats/meshes/mesh_file.h"

namespace weald::io {

/// Reads an STL file in memory, binary or text; `name` stands for it in messages. A file is binary where its size is
/// that which its number of triangles asks for, or where it does not begin with `solid`. Every triangle has the normal
/// of its plane, whatever the file says: it is kept twice there, and the corners are believed. Each `solid` of a text
/// is a group. Triangles share no positions: weld_equal_positions joins them. Errors: IoError "name:line:column: ..."
/// in texts, "'name', byte 123: ..." in binary files, for what is no STL file or is cut short, and for coordinates that
/// are not finite; and where there is no triangle. Source: [burns1993].
MeshFile parse_stl(std::string_view bytes, const std::string& name);

}  // namespace weald::io
