#include "engine/preset/preset_files.h"

#include <algorithm>
#include <optional>

#include "base/text/nearest_name.h"

namespace weald::preset {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".yaml";

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(fs::symlink_status(file, error));
}

std::string suggestion(std::string_view wrong, const std::vector<std::string>& names, int most_in_long = 2) {
  return schema::suggest(wrong, std::vector<std::string_view>(names.begin(), names.end()), most_in_long);
}

/// The preset of the same folder whose name is closest to that of a missing file, as a question.
std::string nearest_in_folder(const fs::path& file) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(file.has_parent_path() ? file.parent_path() : ".", error)) {
    if (entry.path().extension() == kExtension || entry.path().extension() == ".yml")
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::string help = suggestion(file.filename().string(), names);
  return help.starts_with("did you mean") ? help : std::string{};
}

/// The file `name` in the first of these folders that has it.
std::optional<std::string> file_in(const std::vector<std::string>& folders, const std::string& name) {
  for (const std::string& folder : folders) {
    if (is_there(fs::path(folder) / name)) return (fs::path(folder) / name).string();
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> installed_preset_names(const fs::path& installed) {
  std::vector<std::string> names;
  if (installed.empty()) return names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(installed, error)) {
    if (entry.path().extension() == kExtension) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_bare_name(std::string_view name) {
  return !name.empty() && name != "-" && name.find_first_of("/.") == std::string_view::npos;
}

std::string preset_file_of(const std::string& name, const PresetFolders& folders) {
  const std::string own = (folders.own / name).string();
  if (is_there(own)) return own;
  if (!is_bare_name(name)) return file_in(folders.include, name).value_or(own);
  const std::string with_extension = name + std::string(kExtension);
  if (is_there(folders.own / with_extension)) return (folders.own / with_extension).string();
  if (auto found = file_in(folders.include, with_extension)) return *found;
  const fs::path one = folders.installed / with_extension;
  return !folders.installed.empty() && is_there(one) ? one.string() : own;
}

std::string component_file_of(const std::string& name, const PresetFolders& folders) {
  const fs::path own = folders.own / name, one = folders.installed / name;
  if (is_there(own)) return own.string();
  if (auto found = file_in(folders.include, name)) return *found;
  return !folders.installed.empty() && is_there(one) ? one.string() : own.string();
}

std::string help_for_unknown_preset(std::string_view name, const PresetFolders& folders) {
  if (name.empty() || name == "-" || is_there(folders.own / name)) return {};
  if (!is_bare_name(name)) {
    std::string help = nearest_in_folder(folders.own / name);
    for (const std::string& folder : folders.include) {
      if (help.empty()) help = nearest_in_folder(fs::path(folder) / name);
    }
    return help;
  }
  std::vector<std::string> names = installed_preset_names(folders.installed);
  for (const std::string& folder : folders.include) {
    for (std::string& one : installed_preset_names(folder)) names.push_back(std::move(one));
  }
  const std::string help = suggestion(name, names, 3);
  return help.empty() ? "'weald list' names the presets that come with weald" : help;
}

}  // namespace weald::preset
