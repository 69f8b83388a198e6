#pragma once
// Reads files by their content: as a heightmap, a picture, a mesh or a text.

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/heightmap.h"
#include "data/image.h"
#include "data/mesh.h"

namespace weald::io {

/// A heightmap as read from a file. Floats are metres; 16-bit samples without a sidecar are taken as levels.
struct HeightContent {
  Heightmap map;
  bool metres = false;  ///< false: heights are levels, 0 to 65535, and the cell size is 1
};

/// The content of a file.
using Content = std::variant<HeightContent, Image, mesh::Mesh, std::string>;

/// "heightmap", "picture", "mesh", "text".
std::string_view kind_of(const Content& content);

/// Whether sidecars are read.
enum class Sidecars { use, ignore };

/// The extensions of files that read_content() reads as heights, pictures or meshes.
std::vector<std::string_view> content_extensions();

/// Reads `path` by its content. 16-bit grey PNG, EXR, and the other kHeightFiles by their extension, are
/// heightmaps, with the sidecar if there is one (see sidecar_of); an `.asc` if it begins as an ESRI grid does; and
/// other binary files of which GDAL knows the extension. Elevation grids are read as they are stored, with the smaller
/// distance of their samples, and with their place as the origin if it is in lengths and no sidecar gives one; samples
/// without data are NaN. Other PNG are pictures. OBJ and PLY, by their extension or first bytes, and other mesh files
/// by their extension, are meshes, split where they are not a 2-manifold. Files without zero bytes are texts. Raw
/// samples without a sidecar must be square. Notes on ignored content are appended to `warnings`. Errors: IoError if
/// the file cannot be read or decoded, or is none of these.
Content read_content(const std::filesystem::path& path, std::vector<std::string>& warnings,
                     Sidecars sidecars = Sidecars::use);

}  // namespace weald::io
