#pragma once
// Finds the files that are opened when an OBJ file is read, without reading its geometry.

#include <filesystem>
#include <string>
#include <vector>

namespace weald::io {

/// The OBJ file, the material files that it names and the textures (`map_Kd`, `map_d`, `norm`, `map_Bump`, `map_Pr`,
/// `map_Pm`, `map_Ke`) that the material files name, each once, in the order in which they are found. A missing file is
/// listed too, since the mesh may change once it exists. A file that cannot be read contributes no further names. Never
/// throws because of the content of a file.
std::vector<std::string> files_of_obj(const std::filesystem::path& path);

}  // namespace weald::io
