#include "front/golden/coverage.h"

#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/preset/yaml_reader.h"
#include "formats/files/file_pattern.h"
#include "formats/files/read_file.h"

namespace weald::golden {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kNamed = 5;  // presets that the warning names

/// The path without links and dots, as far as it exists.
fs::path real_path(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : real;
}

/// Tells presets from other YAML files in the same folder.
bool is_preset(const fs::path& path) {
  try {
    const std::string text = io::read_file(path, preset::YamlLimits{}.bytes);
    Sources sources;
    Diagnostics unheard;
    const auto root = preset::read_yaml(sources.add(path.string(), text), text, unheard);
    return root && root->find("weald") != nullptr &&
           (root->find("stages") != nullptr || root->find("extends") != nullptr);
  } catch (const IoError&) {
    return false;
  }
}

std::vector<std::string> yaml_files(const fs::path& folder) {
  std::vector<std::string> names;
  for (const char* pattern : {"*.yaml", "*.yml"}) {
    try {
      const auto more = io::files_that_fit(folder, pattern);
      names.insert(names.end(), more.begin(), more.end());
    } catch (const IoError&) {  // reported by the golden that names the folder
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> presets_without_golden(const Suite& suite, const Sources& sources) {
  std::set<fs::path> folders, known;
  for (std::uint32_t source = 0; source < sources.count(); ++source) known.insert(real_path(sources.name(source)));
  for (const GoldenSpec& golden : suite.goldens) {
    folders.insert(fs::path(golden.preset.resolved).parent_path().lexically_normal());
    known.insert(real_path(golden.preset.resolved));
  }
  std::set<std::string> presets;
  for (const fs::path& folder : folders) {
    for (const std::string& name : yaml_files(folder)) {
      const fs::path path = folder / name;
      if (known.count(real_path(path)) == 1 || is_ignored(suite.ignore, path) || !is_preset(path)) continue;
      presets.insert(path.is_absolute() ? path.generic_string()
                                        : path.lexically_relative(suite.directory).generic_string());
    }
  }
  return {presets.begin(), presets.end()};
}

void warn_of_presets_without_golden(const std::vector<std::string>& presets, Diagnostics& diagnostics) {
  if (presets.empty()) return;
  std::string names;
  for (std::size_t i = 0; i < presets.size() && i < kNamed; ++i)
    names += fmt::format("{}'{}'", i == 0 ? "" : ", ", presets[i]);
  if (presets.size() > kNamed) names += fmt::format(" and {} more", presets.size() - kNamed);
  const fs::path pattern = fs::path(presets.front()).parent_path() / "*.yaml";
  diagnostics.warning(
      std::nullopt, "no golden tests " + names,
      fmt::format("goldens.yaml can include a whole folder, {{presets: {}}}, and exclude some presets, ignore: [{}]",
                  pattern.generic_string(), presets.front()));
}

}  // namespace weald::golden
