#pragma once
// The folder of the presets that come with weald.

#include <filesystem>

namespace weald::io {

/// The folder of the presets that come with weald: where they are installed beside the running program, or, for a
/// program that was built and not installed, those of the sources. Empty where there is no such folder.
std::filesystem::path installed_preset_folder();

}  // namespace weald::io
