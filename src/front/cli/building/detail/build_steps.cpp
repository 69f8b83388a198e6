#include "front/cli/building/detail/build_steps.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <nlohmann/json.hpp>

#include "front/cli/arguments/output_conflicts.h"
#include "front/cli/arguments/shard.h"
#include "front/cli/console/failure.h"
#include "session/selection.h"
#include "session/world_manifest.h"

namespace weald::app {

int run_loaded(Build& build, Json& report, const std::vector<std::size_t>& which) {
  const BuildOptions& options = build.options;
  if (options.list_inputs || options.list_outputs) return list_files(build, report);
  std::vector<std::size_t> numbers = which;
  if (numbers.empty()) {
    numbers.resize(build.loaded.presets.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  }
  const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, numbers.size()));
  int code = kOk;
  report["presets"] = Json::array();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool is_last = i + 1 == numbers.size();
    Json entry;
    const Turn turn{numbers[i], static_cast<double>(i) * share, share,
                    is_last && !options.depfile.empty() && code == kOk};
    const bool is_world = build.preset(numbers[i]).world && !options.region;
    const int own = options.dry_run ? (is_world ? plan_world : plan_preset)(build, numbers[i], entry)
                                    : (is_world ? run_world : run_preset)(build, turn, entry);
    report["presets"].push_back(std::move(entry));
    if (own != kOk) code = own;
  }
  report["diagnostics"] = diagnostics_json(build.loaded);
  if (!options.preview.empty() && code == kOk && numbers.front() == 0)
    code = draw_preview(options, build.cache.store(), build.context);
  return code;
}

namespace {

// Checks before a build: which outputs are requested, and that no file overwrites another.

void check_depfile_names(Build& build) {
  if (build.options.depfile.empty()) return;
  Diagnostics& diagnostics = build.loaded.diagnostics;
  const auto check = [&](const std::string& name, bool is_target) {
    if (const std::string fault = depfile_fault(name); !fault.empty())
      diagnostics.error(std::nullopt, fmt::format("the name '{}' cannot be written in a depfile: {}", name, fault));
    else if (const std::string_view doubt = depfile_doubt(name, is_target); !doubt.empty())
      diagnostics.warning(std::nullopt, fmt::format("{} cannot follow the name '{}' in a depfile", doubt, name));
  };
  for (const DepfileRule& rule : depfile_rules(build)) {
    for (const std::string& name : rule.targets) check(name, true);
    for (const std::string& name : rule.inputs) check(name, false);
  }
}

/// Rejects options that do not go with a preset that has `world`.
void check_worlds(Build& build) {
  const BuildOptions& options = build.options;
  bool has_world = false;
  for (std::size_t i = 0; i < build.loaded.presets.size(); ++i) {
    const preset::Preset& preset = build.preset(i);
    if (!preset.world) continue;
    has_world = true;
    const auto refuse = [&](bool is_given, const char* option, const char* instead) {
      if (is_given)
        build.loaded.diagnostics.error(
            std::nullopt, fmt::format("{} is not used with '{}', which has 'world'", option, build.path(i)), instead);
    };
    refuse(options.region.has_value(), "--region", "--tile X,Y builds one of its tiles");
    refuse(!options.depfile.empty(), "--depfile", "a tile is built only if its files are not up to date");
    refuse(options.to_stdout(), "-o -", "name a folder for the tiles");
    refuse(options.watch, "--watch", "build the tiles again: those that are up to date are skipped");
  }
  if (has_world) return;
  const auto needs_world = [&](bool is_given, const char* option) {
    if (is_given)
      build.loaded.diagnostics.error(std::nullopt, fmt::format("{} needs a preset with 'world'", option),
                                     "for example world: {tile: 1025}");
  };
  needs_world(!options.tiles.empty(), "--tile");
  needs_world(options.task.has_value(), "--task");
}

/// Rejects --shard for a preset that has nothing to share out.
void check_shards(Build& build) {
  if (build.options.shard.empty()) return;
  for (std::size_t i = 0; i < build.loaded.presets.size(); ++i) {
    const preset::Preset& preset = build.preset(i);
    const auto& outputs = preset.graph.outputs;
    const auto has_sibling = [](const pipeline::GraphOutput& output) { return output.decl.sibling.has_value(); };
    if (preset.world || std::ranges::any_of(outputs, has_sibling)) continue;
    build.loaded.diagnostics.error(
        std::nullopt, fmt::format("--shard needs tiles or siblings to share out, and '{}' has none", build.path(i)),
        "for example world: {tile: 1025}, or --sweep seed=1..16");
  }
}

/// Rejects written files that would overwrite an input or an output. One preset may write a file that another imports.
void check_output_conflicts(Build& build) {
  const BuildOptions& options = build.options;
  const auto refuse = [&](const std::vector<WrittenName>& written, const std::vector<std::string>& kept,
                          const std::string& role) {
    for (const std::string& message : output_conflicts(written, kept, role))
      build.loaded.diagnostics.error(std::nullopt, message);
  };
  std::vector<std::string> texts, read;
  for (const preset::LoadedPreset& loaded : build.loaded.presets) {
    session::append_new(texts, loaded.text.files);
    session::append_new(read, session::files_read(loaded));
  }
  std::erase(texts, "-");
  std::vector<WrittenName> extra;
  if (!options.depfile.empty()) extra.push_back({"--depfile", options.depfile});
  if (!options.preview.empty() && options.preview != "-") extra.push_back({"--preview", options.preview});
  refuse(extra, read, "is read");
  if (extra.size() == 2) refuse({extra[0]}, {extra[1].path}, "--preview writes");
  if (options.to_stdout()) return;
  refuse(extra, outputs_of(build), "is an output");
  for (std::size_t i = 0; i < build.loaded.presets.size(); ++i) {
    std::vector<WrittenName> written;
    for (const std::string& file : files_to_write(build, i, options.directory)) written.push_back({"the output", file});
    if (options.if_stale && !build.preset(i).world)
      written.push_back({"the record of --if-stale", manifest_path(build, i).string()});
    std::vector<std::string> kept = session::files_imported(build.loaded.presets[i]);
    session::append_new(kept, texts);
    refuse(written, kept, "is read");
  }
}

/// Rejects presets of one call that write the same file: its content would depend on their order.
void check_outputs(Build& build) {
  std::map<std::string, std::string> owner;
  std::set<std::string> paths;
  for (std::size_t i = 0; i < build.loaded.presets.size(); ++i) {
    const std::string& path = build.path(i);
    if (!paths.insert(path).second) {
      build.loaded.diagnostics.error(std::nullopt, fmt::format("the preset '{}' is given twice", path));
      continue;
    }
    if (build.loaded.presets.size() == 1) continue;  // a world may have a million files
    std::vector<std::string> files = files_to_write(build, i, {});
    if (build.preset(i).world) files.push_back(build.preset(i).name + session::kWorldManifest);
    for (const std::string& file : files) {
      const auto [first, is_new] = owner.emplace(file, path);
      if (is_new) continue;
      build.loaded.diagnostics.error(
          std::nullopt, fmt::format("presets '{}' and '{}' both write '{}'; build them into different folders",
                                    first->second, path, file));
    }
  }
  check_depfile_names(build);
  check_output_conflicts(build);
}

}  // namespace

bool load_build(Build& build, Json& report) {
  const BuildOptions& options = build.options;
  build.loaded = load_presets(options.presets, build.context);
  if (build.loaded.ok()) {
    check_shards(build);
    session::Selection selection{options.only,   options.no_pictures, {},
                                 options.region, options.directory,   options.to_stdout()};
    if (!options.shard.empty()) selection.shard = shard_of(options.shard);
    session::select_outputs(build.loaded, selection);
    report_new(build.loaded, build.context, options.quiet);
  }
  if (build.loaded.ok()) {
    check_worlds(build);
    check_outputs(build);
    report_new(build.loaded, build.context, options.quiet);
  }
  report["diagnostics"] = diagnostics_json(build.loaded);
  return build.loaded.ok();
}

std::vector<std::string> outputs_of(const Build& build) {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < build.loaded.presets.size(); ++i) {
    const auto more = session::output_paths(build.preset(i).graph, build.options.directory);
    files.insert(files.end(), more.begin(), more.end());
  }
  return files;
}

// The file names of a build: lists, depfiles and manifests.

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
