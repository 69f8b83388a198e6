#pragma once
// Which files reading an OBJ file opens, found without reading its geometry.

#include <filesystem>
#include <string>
#include <vector>

namespace weald::io {

/// The OBJ file, the material files that it names and the textures (`map_Kd`, `map_d`, `norm`, `map_Bump`, `map_Pr`,
/// `map_Pm`, `map_Ke`) that those name, each once, in the order in which they are met. A file is listed also where it
/// is missing: that it appears may change the mesh. What cannot be read names nothing further. Never throws for what
/// the files hold.
std::vector<std::string> files_of_obj(const std::filesystem::path& path);

}  // namespace weald::io
