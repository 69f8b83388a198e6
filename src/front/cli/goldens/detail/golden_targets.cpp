#include "front/cli/goldens/detail/golden_targets.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "front/golden/report.h"

namespace weald::app {

namespace fs = std::filesystem;

namespace {

/// The path with links resolved, as far as it exists.
fs::path real_path(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? fs::absolute(path).lexically_normal() : real;
}

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// The inputs of a suite.
class Inputs {
 public:
  explicit Inputs(const GoldenSession& session) {
    for (std::uint32_t source = 0; source < session.sources.count(); ++source) add_file(session.sources.name(source));
    for (const golden::GoldenState& state : session.goldens) {
      add_file(state.golden.spec->preset.resolved);
      for (const std::string& file : state.golden.preset.graph.files_read()) add_file(file);
    }
    for (const std::string_view folder : {golden::kPinnedFolder, golden::kReferencesFolder})
      folders_.push_back(real_path(session.suite.directory / folder));
  }

  /// True if the file is an input, or inside a folder of inputs.
  bool has(const fs::path& file) const {
    const fs::path real = real_path(file);
    return files_.count(real) == 1 || std::any_of(folders_.begin(), folders_.end(),
                                                  [&](const fs::path& folder) { return is_within(real, folder); });
  }

  /// True if the folder is inside a folder of inputs, or contains an input.
  bool has_below(const fs::path& folder) const {
    const fs::path real = real_path(folder);
    const auto is_below = [&](const fs::path& input) { return is_within(input, real); };
    return has(folder) || std::any_of(files_.begin(), files_.end(), is_below) ||
           std::any_of(folders_.begin(), folders_.end(), is_below);
  }

 private:
  void add_file(const std::string& name) {
    std::error_code error;  // sources that are not files have names too
    if (fs::exists(name, error)) files_.insert(real_path(name));
  }

  std::set<fs::path> files_;
  std::vector<fs::path> folders_;  ///< the folders of pinned files and of references
};

}  // namespace

bool refuse_targets(const GoldenTargets& targets, GoldenSession& session) {
  const Inputs inputs(session);
  Diagnostics found;
  const auto refuse = [&](const std::string& option, const fs::path& path, const char* what) {
    found.error(std::nullopt,
                fmt::format("{} would overwrite '{}', {}", option, path.lexically_normal().string(), what),
                "nothing was written; choose another place");
  };
  for (const auto& [option, path] : targets.files)
    if (!path.empty() && inputs.has(path)) refuse(option, path, "from which the goldens are made");
  const fs::path folder = targets.report;
  if (!targets.report.empty() && inputs.has(folder)) {
    refuse("--report", folder, "from which the goldens are made");
  } else if (!targets.report.empty()) {
    for (const char* name : golden::kReportFiles)
      if (inputs.has(folder / name)) refuse("--report", folder / name, "from which the goldens are made");
    // The pictures of a golden have a folder of their own, which the next report removes.
    std::set<std::string> names = golden::goldens_of_report(folder);
    for (const golden::GoldenSpec& spec : session.suite.goldens) names.insert(spec.name.value);
    for (const std::string& name : names)
      if (inputs.has_below(folder / name))
        refuse("--report", folder / name, "which contains files from which the goldens are made");
  }
  session.add_once(found);
  return found.has_errors();
}

}  // namespace weald::app
