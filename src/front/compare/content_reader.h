#pragma once
// Files as what they hold: a heightmap, a picture, a mesh or a text.

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/heightmap.h"
#include "data/image.h"
#include "data/mesh.h"

namespace weald::io {

/// A heightmap as a file gives it. Floats are metres; 16-bit samples without a sidecar that says what they mean are
/// taken as levels.
struct HeightContent {
  Heightmap map;
  bool metres = false;  ///< false: heights are levels, 0 to 65535, and the cell size is 1
};

/// What a file holds.
using Content = std::variant<HeightContent, Image, mesh::Mesh, std::string>;

/// "heightmap", "picture", "mesh", "text".
std::string_view kind_of(const Content& content);

/// Whether sidecars are read.
enum class Sidecars { use, ignore };

/// Reads `path` as what it holds: grey PNG of 16 bits, `.r16`, `.r32` and EXR are heightmaps, with the sidecar where
/// there is one (see sidecar_of); other PNG are pictures; OBJ and PLY, by their extension or how they begin, and STL
/// are meshes, split where they are no 2-manifold; what has no zero byte is a text. Raw samples without a sidecar must
/// be square. What had to be passed over is appended to `warnings`. Errors: IoError when the file cannot be read or
/// understood, or is none of these.
Content read_content(const std::filesystem::path& path, std::vector<std::string>& warnings,
                     Sidecars sidecars = Sidecars::use);

}  // namespace weald::io
