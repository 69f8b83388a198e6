#pragma once
// What is wrong with files that weald wrote: read by other libraries, and their numbers looked at.

#include <filesystem>
#include <string>
#include <vector>

namespace weald::deep {

/// The files below a folder, by their path from it, in order.
std::vector<std::string> files_below(const std::filesystem::path& folder);

/// Why a file is unsound, by its extension: an OBJ with numbers that are not finite, indices out of range or normals
/// that are no unit vectors; a PNG that libpng cannot read; an EXR or raw file of floats that are not finite; JSON that
/// is none; a PLY, an STL or a table of instances with such numbers or another form than it says; NaN or infinity in a
/// text. Empty where it is sound.
std::string fault_of_file(const std::filesystem::path& file);

}  // namespace weald::deep
