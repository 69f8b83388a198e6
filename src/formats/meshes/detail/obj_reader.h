#pragma once
// Reading OBJ files.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "methods/mesh/soup.h"

namespace weald::io {

/// Largest OBJ file that is read for the names of its material files, bytes.
inline constexpr std::size_t kMaxObjBytes = std::size_t{512} << 20;

/// Largest material file that is read, bytes.
inline constexpr std::size_t kMaxMtlBytes = std::size_t{16} << 20;

/// The content of a file.
struct ObjFile {
  mesh::Soup soup;
  std::vector<std::uint32_t> face_lines;  ///< per face, its line in the file
  std::vector<std::string> warnings;      ///< ignored or missing elements, "file:line: ..." if the line is known
};

/// Reads the text of an OBJ file, and its material files in `folder`; `name` is the file name in messages. Accepts LF,
/// CRLF and CR line ends, `\` continuation of element lines, negative indices, `v` with a weight of 1 or a colour, and
/// comments anywhere. Polygons of any size are kept; faces with the same `g` or `o` name and the same material form a
/// group. Numbers are rounded to the nearest float. If some faces of a file have texture coordinates or normals, the
/// other faces get (0, 0) or the normal of their plane. Free-form curves and display attributes are ignored with a
/// warning. A missing material file is a warning, and so is a texture (`map_Kd`, `map_d`, `norm`, `map_Bump`, `map_Pr`
/// with `map_Pm`, `map_Ke`) that is missing or not a PNG of 8 bits (see formats/meshes/detail/obj_textures.h). Memory:
/// up to about six times the size of the text. Errors: IoError if there are no faces, or "file:line:column: ..." for
/// numbers that are not finite decimal numbers, indices that are 0 or out of range, faces with fewer than three
/// corners, unknown elements, and bytes that are not text. Source: [obj-spec].
ObjFile parse_obj(std::string_view text, const std::string& name, const std::filesystem::path& folder);

/// Reads a text only for its errors, which are those of parse_obj; material files are not read.
void check_obj(std::string_view text, const std::string& name);

/// The files that are opened when an OBJ file is read: itself, and the material files that it names, each followed by
/// the textures that it names. A missing file is listed too, since the mesh may change once it exists. A file that
/// cannot be read contributes no further names. Never throws because of the content of a file.
std::vector<std::string> files_of_obj(const std::filesystem::path& path);

}  // namespace weald::io
