#pragma once
// Reads files by their content: a heightmap, a picture, a mesh or a text.

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/heightmap.h"
#include "data/image.h"
#include "data/mesh.h"

namespace weald::io {

/// A heightmap as read from a file. Floats are metres; 16-bit samples without a sidecar are read as levels.
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

/// Reads `path` by its content: 16-bit grey PNG, `.r16`, `.r32` and EXR are heightmaps, with the sidecar if there is
/// one (see sidecar_of); other PNG are pictures; OBJ and PLY, by their extension or first bytes, and STL are meshes,
/// split at non-manifold places; files without zero bytes are texts. Raw samples without a sidecar must be
/// square. Notes on ignored content are appended to `warnings`. Errors: IoError if the file cannot be read or decoded,
/// or is none of these.
Content read_content(const std::filesystem::path& path, std::vector<std::string>& warnings,
                     Sidecars sidecars = Sidecars::use);

}  // namespace weald::io
