#pragma once
// Reading OBJ files.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "methods/mesh/soup.h"

namespace weald::io {

/// Largest OBJ file that is read, bytes. Reading takes up to about six times the file's size of memory.
inline constexpr std::size_t kMaxObjBytes = std::size_t{512} << 20;

/// Largest material file that is read, bytes.
inline constexpr std::size_t kMaxMtlBytes = std::size_t{16} << 20;

/// The content of a file.
struct ObjFile {
  mesh::Soup soup;
  std::vector<std::uint32_t> face_lines;  ///< line of the file that each face stands in
  std::vector<std::string> warnings;  ///< what was passed over or is missing, "file:line: ..." where there is a line
};

/// Reads an OBJ file and the material files beside it. Polygons of any size are kept as they are; faces of one `g` or
/// `o` name and one material form a group. Numbers are read exactly (the nearest float). Faces without texture
/// coordinates in a file where others have them get (0, 0); without normals, their plane's. A missing material file is
/// a warning, so is a texture (`map_Kd`, `map_d`, `norm`, `map_Bump`, `map_Pr` with `map_Pm`, `map_Ke`) that is missing
/// or no PNG of 8 bits (see formats/meshes/detail/obj_textures.h). Errors: IoError for what cannot be read or
/// understood, as "file:line:column: ..." (see formats/meshes/detail/obj_text.h).
ObjFile read_obj(const std::filesystem::path& path);

/// Like read_obj, for a text in memory; `name` stands for the file in messages, material files are searched in
/// `folder`.
ObjFile parse_obj(std::string_view text, const std::string& name, const std::filesystem::path& folder);

}  // namespace weald::io
