#pragma once
// Reads mesh files of any format as polygons.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/mesh/soup.h"

namespace weald::io {

/// Largest mesh file that is read, bytes. Reading uses up to about ten times the file's size of memory.
inline constexpr std::size_t kMaxMeshBytes = std::size_t{512} << 20;

/// What a file held.
struct MeshFile {
  mesh::Soup soup;
  std::vector<std::uint32_t> face_places;  ///< per face, where it stands in the file
  std::string_view place = "line";         ///< what that counts: "line" from 1, or "face" from 0 in binary files
  bool shares_vertices = true;             ///< false: every face has positions of its own, which must be welded
  std::vector<std::string> warnings;       ///< what was ignored or is missing
};

enum class MeshFormat { obj, ply, stl, glb };

/// The format of a mesh file by its extension, upper or lower case; unset for other extensions.
std::optional<MeshFormat> mesh_format(const std::filesystem::path& path);

/// Reads a mesh file by its extension, unknown ones as OBJ. Errors: IoError for what cannot be read or decoded, with
/// file and line or byte; see read_obj, parse_ply, parse_stl, parse_glb.
MeshFile read_mesh_file(const std::filesystem::path& path);

/// As read_mesh_file for bytes in memory; `path` stands for the file in messages, and material files of an OBJ are
/// looked for beside it.
MeshFile parse_mesh_file(std::string_view bytes, MeshFormat format, const std::filesystem::path& path);

/// Welds equal positions of the file: faces keep their places, and faces with fewer than three distinct corners are
/// dropped, with a warning.
void weld_equal_positions(MeshFile& file, const std::string& name);

/// The files that reading a mesh file opens: itself, and the materials and textures of an OBJ (see files_of_obj).
std::vector<std::string> files_of_mesh_file(const std::filesystem::path& path);

}  // namespace weald::io
