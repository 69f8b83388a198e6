#include "front/cli/installed_presets.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/nearest_name.h"
#include "engine/preset/preset_text.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".yaml";

std::string description_of(const fs::path& file) {
  Sources sources;
  Diagnostics unheard;
  try {
    const auto text = preset::read_preset_text({file.string(), {}, std::nullopt}, sources, unheard);
    const schema::Entry* description = text ? text->root.find("description") : nullptr;
    const schema::Scalar* scalar = description != nullptr ? description->value.scalar() : nullptr;
    return scalar != nullptr ? scalar->text.substr(0, scalar->text.find('\n')) : std::string{};
  } catch (const IoError&) {
    return {};
  }
}

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(fs::symlink_status(file, error));
}

/// The preset of the same folder whose name is nearest to that of a file that is not there, as a question.
std::string nearest_in_folder(const fs::path& file) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(file.has_parent_path() ? file.parent_path() : ".", error)) {
    if (entry.path().extension() == kExtension || entry.path().extension() == ".yml")
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::string help =
      schema::suggest(file.filename().string(), std::vector<std::string_view>(names.begin(), names.end()));
  return help.starts_with("did you mean") ? help : std::string{};
}

}  // namespace

fs::path installed_preset_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  // The second is a link in the build folder.
  for (const char* place : {WEALD_INSTALLED_PRESETS, "presets"}) {
    fs::path folder = (program.parent_path() / place).lexically_normal();
    if (fs::is_directory(folder, error)) return folder;
  }
  return {};
}

std::vector<std::string> installed_preset_names() {
  std::vector<std::string> names;
  const fs::path folder = installed_preset_folder();
  if (folder.empty()) return names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == kExtension) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<InstalledPreset> installed_presets() {
  const fs::path folder = installed_preset_folder();
  std::vector<InstalledPreset> presets;
  for (const std::string& name : installed_preset_names()) {
    const fs::path file = folder / (name + std::string(kExtension));
    presets.push_back({name, file, description_of(file)});
  }
  return presets;
}

bool is_bare_name(std::string_view name) {
  return !name.empty() && name != "-" && name.find_first_of("/.") == std::string_view::npos;
}

std::string preset_file_of(const std::string& name) {
  if (!is_bare_name(name) || is_there(name)) return name;
  std::string file = name + std::string(kExtension);
  if (is_there(file)) return file;
  const fs::path folder = installed_preset_folder();
  return !folder.empty() && is_there(folder / file) ? (folder / file).string() : name;
}

std::string help_for_unknown_preset(std::string_view name) {
  if (name.empty() || name == "-" || is_there(name)) return {};
  if (!is_bare_name(name)) return nearest_in_folder(name);
  const std::vector<std::string> names = installed_preset_names();
  const std::string help = schema::suggest(name, std::vector<std::string_view>(names.begin(), names.end()));
  return help.empty() ? "'weald list' names the presets that come with weald" : help;
}

}  // namespace weald::app
