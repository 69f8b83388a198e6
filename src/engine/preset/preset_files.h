#pragma once
// Which file a preset's name stands for, on the command line and in `extends`.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weald::preset {

/// The names of the presets in `installed`, the folder of those that come with weald, sorted. None where it is empty.
std::vector<std::string> installed_preset_names(const std::filesystem::path& installed);

/// True for what may name an installed preset: no folder and no extension.
bool is_bare_name(std::string_view name);

/// The preset file that `name` stands for, where paths count from `folder` (empty: the current one). Where no file is
/// called so, that is `name`.yaml there, else the preset of that name in `installed`, else `name` itself.
std::string preset_file_of(const std::string& name, const std::filesystem::path& folder,
                           const std::filesystem::path& installed);

/// Help for a preset `name` that cannot be read: the preset that may be meant, of `folder` or of those in `installed`.
/// Empty where the file is there.
std::string help_for_unknown_preset(std::string_view name, const std::filesystem::path& folder,
                                    const std::filesystem::path& installed);

}  // namespace weald::preset
