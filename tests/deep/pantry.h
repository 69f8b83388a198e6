#pragma once
// Pantry: small files that presets may import, sound ones and such as hold NaN, infinities and broken faces.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weald::deep {

/// Where the files lie, as presets name them.
inline constexpr std::string_view kPantry = "../pantry/";

/// Writes all files into `folder`, which is made.
void fill_pantry(const std::filesystem::path& folder);

/// The names of the files as presets give them, sound and broken ones.
std::vector<std::string> pantry_files();

/// A sound file with this extension ("" where there is none).
std::string sound_file(std::string_view extension);

}  // namespace weald::deep
