#pragma once
// The folder of the presets that come with weald.

#include <filesystem>

namespace weald::io {

/// The folder of the presets that come with weald: installed beside the running program, or in the sources for a
/// program that was built but not installed. Empty if there is no such folder.
std::filesystem::path installed_preset_folder();

}  // namespace weald::io
