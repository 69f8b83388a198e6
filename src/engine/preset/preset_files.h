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

/// The preset file that `name` refers to, relative to `folder` (empty: the current one). If there is no such file:
/// `name`.yaml in `folder`, or else the preset of that name in `installed`, or else `name` itself.
std::string preset_file_of(const std::string& name, const std::filesystem::path& folder,
                           const std::filesystem::path& installed);

/// Help for a preset `name` that cannot be read: a similar preset in `folder` or in `installed`. Empty if the file
/// exists.
std::string help_for_unknown_preset(std::string_view name, const std::filesystem::path& folder,
                                    const std::filesystem::path& installed);

}  // namespace weald::preset
