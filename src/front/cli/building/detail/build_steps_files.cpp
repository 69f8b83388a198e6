// The file names of a build: lists, depfiles and manifests.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "front/cli/building/detail/build_steps.h"
#include "front/cli/console/failure.h"
#include "session/selection.h"

namespace weald::app {

int list_files(Build& build, Json& report) {
  const BuildOptions& options = build.options;
  std::vector<std::string> outs, ins;
  for (std::size_t i = 0; i < build.loaded.presets.size(); ++i) {
    const auto more = files_to_write(build, i, options.directory);
    outs.insert(outs.end(), more.begin(), more.end());
  }
  if (!build.loaded.ok()) return failure_code(build.loaded.diagnostics);
  for (const preset::LoadedPreset& loaded : build.loaded.presets) session::append_new(ins, session::files_read(loaded));
  report["report"] = "files";
  report.erase("dry_run");
  if (options.list_outputs) report["outputs"] = outs;
  if (options.list_inputs) report["inputs"] = ins;
  if (options.json) return kOk;
  const std::vector<std::string>& names = options.list_outputs ? outs : ins;
  for (const std::string& name : names) {
    if (name.find('\n') == std::string::npos) continue;
    report_error(fmt::format("the name '{}' contains a line break", name), build.context, "--json can print it");
    return kUsage;
  }
  for (const std::string& name : names) fmt::print("{}\n", name);
  return kOk;
}

std::vector<DepfileRule> depfile_rules(const Build& build) {
  std::vector<DepfileRule> rules;
  for (const preset::LoadedPreset& loaded : build.loaded.presets)
    rules.push_back(
        {session::output_paths(loaded.preset->graph, build.options.directory), session::files_read(loaded)});
  if (build.options.depfile_targets.empty()) return rules;
  DepfileRule one{build.options.depfile_targets, {}};
  for (const DepfileRule& rule : rules) session::append_new(one.inputs, rule.inputs);
  return {one};
}

session::Manifest manifest_of(const Build& build, std::size_t index) {
  return session::manifest_of(build.preset(index).graph, session::files_imported(build.loaded.presets[index]),
                              build.path(index), *build.file_digests);
}

std::filesystem::path manifest_path(const Build& build, std::size_t index) {
  return session::manifest_path(build.preset(index).graph, build.options.directory);
}

bool is_up_to_date(const Build& build, std::size_t index, const session::Manifest& now, Json& entry) {
  const BuildOptions& options = build.options;
  const std::string& preset = build.preset(index).name;
  const auto reasons = session::stale_reasons(manifest_path(build, index), now, options.directory);
  entry["stale"] = reasons;
  if (options.json || options.watch || (options.quiet && (!options.explain_stale || reasons.empty())))
    return reasons.empty();
  if (reasons.empty()) {
    fmt::print("{}: up to date\n", preset);
  } else if (options.explain_stale) {
    for (const std::string& reason : reasons) fmt::print("{}: stale: {}\n", preset, reason);
  } else if (options.dry_run) {
    fmt::print("{}: stale\n", preset);
  }
  return reasons.empty();
}

}  // namespace weald::app
