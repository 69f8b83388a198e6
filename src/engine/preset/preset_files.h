#pragma once
// How names of presets are resolved to files, on the command line and in `extends`.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weald::preset {

/// The names of the presets in `installed`, the folder of the presets that come with weald, sorted. None if the path is
/// empty.
std::vector<std::string> installed_preset_names(const std::filesystem::path& installed);

/// True for a possible name of an installed preset: no folder and no extension.
bool is_bare_name(std::string_view name);

/// Folders in which presets are looked for, in this order.
struct PresetFolders {
  std::filesystem::path own;         ///< of the preset that names another; empty: the current one
  std::vector<std::string> include;  ///< given by the user
  std::filesystem::path installed;   ///< of the presets that come with weald; empty: none
};

/// The preset file that `name` refers to. A bare name is a file of the own folder, or else means `name`.yaml in the
/// first folder that has it. Another name is a file relative to the own folder, or else to the first of the `include`
/// folders that has it. If there is no such file: `name` in the own folder.
std::string preset_file_of(const std::string& name, const PresetFolders& folders);

/// The file that a `kind` such as pine.yaml refers to: relative to the first folder that has it, or else to the own
/// one.
std::string component_file_of(const std::string& name, const PresetFolders& folders);

/// Help for a preset `name` that cannot be read: a similar preset in one of the folders. Empty if the file exists.
std::string help_for_unknown_preset(std::string_view name, const PresetFolders& folders);

}  // namespace weald::preset
