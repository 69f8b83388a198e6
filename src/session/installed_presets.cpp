#include "session/installed_presets.h"

#include "base/error.h"
#include "engine/preset/preset_files.h"
#include "engine/preset/preset_text.h"
#include "formats/files/installed_folder.h"

namespace weald::session {

namespace {

namespace fs = std::filesystem;

std::string description_of(const fs::path& file) {
  Sources sources;
  Diagnostics unheard;
  try {
    const auto text = preset::read_preset_text({file.string(), {}, std::nullopt}, sources, unheard);
    const std::string_view description = text ? text->root.text_at("description") : std::string_view{};
    return std::string(description.substr(0, description.find('\n')));
  } catch (const IoError&) {
    return {};
  }
}

}  // namespace

std::vector<InstalledPreset> installed_presets() {
  const fs::path folder = io::installed_preset_folder();
  std::vector<InstalledPreset> presets;
  for (const std::string& name : preset::installed_preset_names(folder)) {
    const fs::path file = folder / (name + ".yaml");
    presets.push_back({name, file, description_of(file)});
  }
  return presets;
}

std::vector<InstalledPreset> installed_components() {
  const fs::path folder = io::installed_preset_folder() / "components";
  std::vector<InstalledPreset> components;
  for (const std::string& name : preset::installed_preset_names(folder)) {
    const fs::path file = folder / (name + ".yaml");
    components.push_back({"components/" + name + ".yaml", file, description_of(file)});
  }
  return components;
}

std::string preset_file_of(const std::string& name) {
  return preset::preset_file_of(name, {{}, {}, io::installed_preset_folder()});
}

std::string help_for_unknown_preset(std::string_view name) {
  return preset::help_for_unknown_preset(name, {{}, {}, io::installed_preset_folder()});
}

}  // namespace weald::session
