#pragma once
// The presets that come with weald, which commands accept by name.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weald::session {

/// A preset that comes with weald.
struct InstalledPreset {
  std::string name;            ///< of its file, without folder and extension
  std::filesystem::path file;  ///< path of its file
  std::string description;     ///< one line; empty if it has none
};

/// The presets that come with weald, sorted by name. The description of a preset that cannot be read is empty.
std::vector<InstalledPreset> installed_presets();

/// The components that come with weald, sorted by name. The name is what a preset gives as the kind of a stage:
/// "components/house.yaml".
std::vector<InstalledPreset> installed_components();

/// The preset file that `name` on the command line stands for: see preset::preset_file_of.
std::string preset_file_of(const std::string& name);

/// Help for a preset `name` on the command line that cannot be read: see preset::help_for_unknown_preset.
std::string help_for_unknown_preset(std::string_view name);

}  // namespace weald::session
