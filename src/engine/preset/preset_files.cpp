#include "engine/preset/preset_files.h"

#include <algorithm>

#include "base/text/nearest_name.h"

namespace weald::preset {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".yaml";

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(fs::symlink_status(file, error));
}

std::string suggestion(std::string_view wrong, const std::vector<std::string>& names) {
  return schema::suggest(wrong, std::vector<std::string_view>(names.begin(), names.end()));
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

std::string preset_file_of(const std::string& name, const fs::path& folder, const fs::path& installed) {
  const std::string own = (folder / name).string();
  if (!is_bare_name(name) || is_there(own)) return own;
  std::string file = own + std::string(kExtension);
  if (is_there(file)) return file;
  fs::path one = installed / (name + std::string(kExtension));
  return !installed.empty() && is_there(one) ? one.string() : own;
}

std::string help_for_unknown_preset(std::string_view name, const fs::path& folder, const fs::path& installed) {
  if (name.empty() || name == "-" || is_there(folder / name)) return {};
  if (!is_bare_name(name)) return nearest_in_folder(folder / name);
  const std::string help = suggestion(name, installed_preset_names(installed));
  return help.empty() ? "'weald list' names the presets that come with weald" : help;
}

}  // namespace weald::preset
