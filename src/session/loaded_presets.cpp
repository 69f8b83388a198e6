#include "session/loaded_presets.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "session/installed_presets.h"

namespace weald::session {

preset::PresetRequest request_for(const std::string& path, const PresetChoice& choice) {
  preset::PresetRequest request{path, choice.set, std::nullopt};
  if (!choice.seed.empty()) request.seed = choice.seed;
  if (!choice.variant.empty()) request.variant = choice.variant;
  request.sweep = choice.sweep;
  request.include = choice.include;
  request.coarser = choice.coarser;
  return request;
}

LoadedPresets load_presets(const PresetChoice& choice) {
  LoadedPresets loaded;
  for (const std::string& path : choice.paths) {
    Diagnostics own;
    try {
      loaded.presets.push_back(preset::load_preset(request_for(path, choice), loaded.sources, own));
    } catch (const IoError& e) {
      own.unreadable(std::nullopt, e.what(), help_for_unknown_preset(path));
    }
    loaded.add_once(own);
  }
  return loaded;
}

std::vector<std::string> files_read(const preset::LoadedPreset& loaded) {
  std::vector<std::string> files;
  append_new(files, loaded.text.files);
  if (loaded.preset) append_new(files, loaded.preset->graph.files_read());
  const auto& texts = loaded.text.files;
  std::erase_if(files, [&](const std::string& file) {
    if (file == "-") return true;
    std::error_code error;
    // A missing file that a stage can do without: a build system would report that it cannot be made.
    return std::find(texts.begin(), texts.end(), file) == texts.end() && !std::filesystem::exists(file, error);
  });
  return files;
}

std::vector<std::string> files_imported(const preset::LoadedPreset& loaded) {
  std::vector<std::string> files = files_read(loaded);
  const auto& texts = loaded.text.files;
  std::erase_if(files,
                [&](const std::string& file) { return std::find(texts.begin(), texts.end(), file) != texts.end(); });
  return files;
}

void append_new(std::vector<std::string>& to, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
  }
}

}  // namespace weald::session
