#pragma once
// The presets that come with weald, which commands take by their names alone.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weald::app {

/// A preset that comes with weald.
struct InstalledPreset {
  std::string name;            ///< of its file, without folder and extension
  std::filesystem::path file;  ///< where it lies
  std::string description;     ///< one line; empty where it has none
};

/// The folder of the presets that come with weald: where they are installed beside the program, or, for a program that
/// was built and not installed, those of the sources. Empty where there is no such folder.
std::filesystem::path installed_preset_folder();

/// The names of the presets that come with weald, sorted.
std::vector<std::string> installed_preset_names();

/// The presets that come with weald, sorted by name. One that cannot be read has no description.
std::vector<InstalledPreset> installed_presets();

/// True for what may name an installed preset: no folder and no extension.
bool is_bare_name(std::string_view name);

/// The preset file that `name` on the command line stands for. Where no file is called so, that is `name`.yaml of the
/// current folder, else the installed preset of that name, else `name` itself.
std::string preset_file_of(const std::string& name);

/// Help for a preset `name` that cannot be read: the installed preset that may be meant, or where `name` is not bare
/// the one of its folder. Empty where the file is there.
std::string help_for_unknown_preset(std::string_view name);

}  // namespace weald::app
