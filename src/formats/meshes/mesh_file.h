#pragma once
// Reads mesh files of any format as polygons.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/mesh/soup.h"

namespace weald::io {

/// Largest mesh file that is read, bytes. Reading needs memory of up to about ten times the size of the file.
inline constexpr std::size_t kMaxMeshBytes = std::size_t{512} << 20;

/// The content of a mesh file.
struct MeshFile {
  mesh::Soup soup;
  std::vector<std::uint32_t> face_places;  ///< per face, its place in the file
  std::string_view place = "line";         ///< unit of the places: "line" from 1, or "face" from 0 in binary files
  bool shares_vertices = true;             ///< false: each face has its own positions, which must be welded
  std::vector<std::string> warnings;       ///< ignored and missing elements
};

enum class MeshFormat { obj, ply, stl, glb };

/// The files of a format.
struct MeshFiles {
  std::string_view extension;  ///< in lower case, with its dot
  MeshFormat format;
};

/// All files that meshes are read from.
inline constexpr std::array kMeshFiles{MeshFiles{".obj", MeshFormat::obj}, MeshFiles{".ply", MeshFormat::ply},
                                       MeshFiles{".stl", MeshFormat::stl}, MeshFiles{".glb", MeshFormat::glb}};

/// The format of a mesh file by its extension, upper or lower case; unset for other extensions.
std::optional<MeshFormat> mesh_format(const std::filesystem::path& path);

/// Reads a mesh file by its extension; unknown extensions are read as OBJ. Errors: IoError, with file and line or byte,
/// if it cannot be read or decoded; see parse_obj, parse_ply, parse_stl, parse_glb.
MeshFile read_mesh_file(const std::filesystem::path& path);

/// Size up to which check_mesh_file() reads a whole file, bytes.
inline constexpr std::size_t kSmallMeshBytes = std::size_t{64} << 10;

/// Checks a mesh file without much work: all of a file of up to kSmallMeshBytes, and of a larger one its first bytes.
/// Errors: as read_mesh_file, as far as these bytes show them. Materials are not read.
void check_mesh_file(const std::filesystem::path& path);

/// Like read_mesh_file, for bytes in memory. `path` is the file name in messages; material files of an OBJ are searched
/// for beside it.
MeshFile parse_mesh_file(std::string_view bytes, MeshFormat format, const std::filesystem::path& path);

/// Welds equal positions of the file: faces keep their places, and faces with fewer than three distinct corners are
/// dropped, with a warning.
void weld_equal_positions(MeshFile& file, const std::string& name);

/// The files that reading a mesh file opens: itself, and the materials and textures of an OBJ (see files_of_obj).
std::vector<std::string> files_of_mesh_file(const std::filesystem::path& path);

}  // namespace weald::io
