// The checks of a build before it runs, and its reports about files: collisions, --only, lists, plans, staleness,
// depfiles.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/nearest_name.h"
#include "engine/graph/region.h"
#include "engine/plan/plan.h"
#include "engine/run/kept_stages.h"
#include "formats/files/read_file.h"
#include "front/cli/build.h"
#include "front/cli/cost_report.h"
#include "front/cli/output_conflicts.h"
#include "front/cli/output_selection.h"
#include "front/cli/plan_report.h"

namespace weald::app {

namespace {

constexpr std::size_t kMaxManifest = 64u << 20;

void append_missing(std::vector<std::string>& to, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
  }
}

/// The output that was probably meant, or else as many names as are helpful.
std::string help_for_unknown_output(std::string_view file, const std::vector<std::string_view>& names) {
  constexpr std::size_t kMostListed = 16;
  const std::string help = schema::suggest(file, names);
  if (!help.empty() || names.empty()) return help;
  const std::vector<std::string_view> first(names.begin(), names.begin() + kMostListed);  // of more than these
  return fmt::format("one of: {} and {} more; --list-outputs lists them", fmt::join(first, ", "),
                     names.size() - kMostListed);
}

}  // namespace

bool Build::select_outputs() {
  const auto before = loaded_.diagnostics.error_count();
  if (!options_.only.empty()) {
    std::set<std::string> unknown(options_.only.begin(), options_.only.end());
    std::vector<std::string> all;
    for (const auto& loaded : loaded_.presets) {
      for (const auto& output : loaded.preset->graph.outputs)
        append_missing(all, loaded.preset->graph.files_of(output));
    }
    for (auto& loaded : loaded_.presets) {
      const Companions companions = options_.to_stdout() ? Companions::left_out : Companions::kept;
      for (const std::string& file : keep_outputs(loaded.preset->graph, options_.only, options_.directory, companions))
        unknown.erase(file);
    }
    const std::vector<std::string_view> names(all.begin(), all.end());
    for (const std::string& file : unknown)
      loaded_.diagnostics.error(std::nullopt, fmt::format("--only: there is no output '{}'", file),
                                help_for_unknown_output(file, names));
  }
  if (options_.no_pictures) {
    for (auto& loaded : loaded_.presets) leave_out_pictures(loaded.preset->graph);
  }
  std::erase_if(loaded_.presets, [](const preset::LoadedPreset& entry) { return entry.preset->graph.outputs.empty(); });
  if (loaded_.presets.empty() && loaded_.diagnostics.error_count() == before)
    loaded_.diagnostics.error(std::nullopt, "--no-pictures: every output is a picture");
  for (auto& loaded : loaded_.presets) {
    loaded.preset->graph.region = options_.region;
    if (options_.region && pipeline::check_cuts(loaded.preset->graph, loaded_.diagnostics))
      pipeline::warn_of_cut_ranges(loaded.preset->graph, loaded_.diagnostics);
  }
  std::size_t count = 0;
  for (const auto& entry : loaded_.presets) count += entry.preset->graph.outputs.size();
  if (options_.to_stdout() && count != 1 && loaded_.diagnostics.error_count() == before)
    loaded_.diagnostics.error(std::nullopt, fmt::format("'-o -' prints one output, but there are {}", count),
                              "choose one with --only FILE; --list-outputs lists them");
  report_new();
  return loaded_.diagnostics.error_count() == before;
}

/// Two presets of one call must not write the same file: the last one would decide its content.
bool Build::check_outputs() {
  const auto before = loaded_.diagnostics.error_count();
  std::map<std::string, std::string> owner;
  std::set<std::string> paths;
  for (std::size_t i = 0; i < loaded_.presets.size(); ++i) {
    const std::string& path = loaded_.presets[i].text.files.front();
    if (!paths.insert(path).second) {
      loaded_.diagnostics.error(std::nullopt, fmt::format("the preset '{}' is given twice", path));
      continue;
    }
    for (const auto& output : preset(i).graph.outputs) {
      for (const std::string& file : preset(i).graph.files_of(output)) {
        const auto [first, is_new] = owner.emplace(file, path);
        if (is_new) continue;
        loaded_.diagnostics.error(
            std::nullopt, fmt::format("presets '{}' and '{}' both write '{}'; build them into different folders",
                                      first->second, path, file));
      }
    }
  }
  check_depfile_names();
  check_output_conflicts();
  report_new();
  return loaded_.diagnostics.error_count() == before;
}

/// Nothing else may write a file that is read, or an output. One preset may write what another imports.
void Build::check_output_conflicts() {
  const auto refuse = [&](const std::vector<WrittenName>& written, const std::vector<std::string>& kept,
                          const std::string& role) {
    for (const std::string& message : output_conflicts(written, kept, role))
      loaded_.diagnostics.error(std::nullopt, message);
  };
  std::vector<std::string> texts, read;
  for (const auto& loaded : loaded_.presets) {
    for (const std::string& text : loaded.text.files)
      if (text != "-") append_missing(texts, {text});
    append_missing(read, files_read(loaded));
  }
  std::vector<WrittenName> extra;
  if (!options_.depfile.empty()) extra.push_back({"--depfile", options_.depfile});
  if (!options_.preview.empty() && options_.preview != "-") extra.push_back({"--preview", options_.preview});
  refuse(extra, read, "is read");
  if (extra.size() == 2) refuse({extra[0]}, {extra[1].path}, "--preview writes");
  if (options_.to_stdout()) return;
  refuse(extra, outputs(), "is an output");
  for (std::size_t i = 0; i < loaded_.presets.size(); ++i) {
    std::vector<WrittenName> written;
    for (const std::string& file : outputs_of(i)) written.push_back({"the output", file});
    if (options_.if_stale)
      written.push_back({"the record of --if-stale", manifest_path(preset(i).graph, options_.directory).string()});
    std::vector<std::string> kept = imports_of(i);
    append_missing(kept, texts);
    refuse(written, kept, "is read");
  }
}

int Build::list_files() {
  std::vector<std::string> outs = outputs(), ins;
  for (const auto& loaded : loaded_.presets) append_missing(ins, files_read(loaded));
  report_["report"] = "files";
  report_.erase("dry_run");
  if (options_.list_outputs) report_["outputs"] = outs;
  if (options_.list_inputs) report_["inputs"] = ins;
  if (options_.json) return kOk;
  const std::vector<std::string>& names = options_.list_outputs ? outs : ins;
  for (const std::string& name : names) {
    if (name.find('\n') == std::string::npos) continue;
    report_error(fmt::format("the name '{}' contains a line break", name), context_, "--json can print it");
    return kUsage;
  }
  for (const std::string& name : names) fmt::print("{}\n", name);
  return kOk;
}

void Build::plan_stages(const pipeline::Graph& graph, Json& entry, bool is_text) {
  const pipeline::Plan plan = pipeline::make_plan(graph);
  std::vector<std::optional<bool>> kept(graph.stages.size(), false);
  if (options_.explain_plan && cache_.store() != nullptr && !graph.region)
    kept = pipeline::kept_stages(graph, plan, *cache_.store());
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    const pipeline::StageDecl& stage = graph.stages[i].decl;
    Json planned = {{"name", stage.name}, {"kind", stage.kind->kind}, {"output", stage.kind->output}};
    if (options_.explain_plan) planned.update(step_json(graph, plan, i, kept[i]));
    entry.push_back(std::move(planned));
    if (!is_text) continue;
    fmt::print("  stage  {:<20} {:<18} -> {}\n", stage.name, stage.kind->kind, stage.kind->output);
    if (options_.explain_plan) fmt::print("           {}\n", step_text(graph, plan, i, kept[i]));
  }
}

int Build::plan(std::size_t index, Json& entry) {
  const preset::Preset& preset = this->preset(index);
  const std::string& path = loaded_.presets[index].text.files.front();
  entry = {{"preset", preset.name},
           {"file", path},
           {"seed", preset.seed},
           {"recipe", recipe_hash(preset.graph)},
           {"state", "planned"}};
  const bool text = !options_.json && !options_.quiet;
  int code = kOk;
  if (options_.if_stale) {
    const auto reasons = stale_reasons(index, manifest_of(preset.graph, imports_of(index), path));
    entry["state"] = reasons.empty() ? "up to date" : "stale";
    report_stale(preset.name, reasons, entry);
    if (!reasons.empty()) code = kNo;
  } else if (text) {
    fmt::print("{} (seed {})\n", preset.name, preset.seed);
  }
  entry["stages"] = entry["outputs"] = Json::array();
  plan_stages(preset.graph, entry["stages"], text && !options_.if_stale);
  const pipeline::GraphEstimate estimate = pipeline::estimate(preset.graph);
  for (std::size_t i = 0; i < preset.graph.outputs.size(); ++i) {
    const pipeline::GraphOutput& output = preset.graph.outputs[i];
    const pipeline::OutputCost& cost = estimate.outputs[i];
    const auto names = preset.graph.files_of(output);
    for (const std::string& name : names) {
      const std::string file = output_path(options_.directory, name);
      Json planned = {{"file", file}, {"from", output.decl.spec.from.stage}};
      const std::optional<Amount> bytes = cost.bytes_of(static_cast<std::size_t>(&name - names.data()));
      if (bytes) planned["bytes"] = amount_json(*bytes);
      entry["outputs"].push_back(std::move(planned));
      if (!text || options_.if_stale) continue;
      fmt::print("  file   {}{}\n", file, bytes ? fmt::format("  ({})", file_size_text(*bytes)) : std::string{});
    }
  }
  tell_costs(preset.graph, estimate);
  return code;
}

void Build::tell_costs(const pipeline::Graph& graph, const pipeline::GraphEstimate& estimate) {
  pipeline::warn_of_costs(graph, estimate, loaded_.diagnostics);
  report_new();
}

std::vector<std::string> Build::stale_reasons(std::size_t index, const Manifest& now) const {
  const auto path = manifest_path(preset(index).graph, options_.directory);
  std::optional<Manifest> before;
  if (io::why_unreadable(path).empty()) before = parse_manifest(io::read_file(path, kMaxManifest));
  if (!before) return {fmt::format("'{}' is not the record of an earlier build", path.string())};
  std::vector<std::string> reasons = recipe_changes(*before, now);
  const auto changes = output_changes(*before, options_.directory);
  reasons.insert(reasons.end(), changes.begin(), changes.end());
  return reasons;
}

void Build::report_stale(const std::string& preset, const std::vector<std::string>& reasons, Json& entry) const {
  entry["stale"] = reasons;
  if (options_.json || options_.watch || (options_.quiet && (!options_.explain_stale || reasons.empty()))) return;
  if (reasons.empty()) {
    fmt::print("{}: up to date\n", preset);
  } else if (options_.explain_stale) {
    for (const std::string& reason : reasons) fmt::print("{}: stale: {}\n", preset, reason);
  } else if (options_.dry_run) {
    fmt::print("{}: stale\n", preset);
  }
}

void Build::write_manifest(std::size_t index, Manifest manifest, const std::vector<io::WrittenFile>& written,
                           io::FileSet& files) const {
  const std::filesystem::path base = options_.directory.empty() ? "." : options_.directory;
  for (const io::WrittenFile& file : written)
    manifest.outputs.push_back({file.path.lexically_relative(base).generic_string(), file.size, file.digest});
  files.write(manifest_path(preset(index).graph, options_.directory),
              [&](io::Sink& sink) { sink.append(manifest_text(manifest)); });
}

std::vector<DepfileRule> Build::depfile_rules() const {
  std::vector<DepfileRule> rules;
  for (std::size_t i = 0; i < loaded_.presets.size(); ++i)
    rules.push_back({outputs_of(i), files_read(loaded_.presets[i])});
  if (options_.depfile_targets.empty()) return rules;
  DepfileRule one{options_.depfile_targets, {}};
  for (const DepfileRule& rule : rules) append_missing(one.inputs, rule.inputs);
  return {one};
}

void Build::check_depfile_names() {
  if (options_.depfile.empty()) return;
  const auto check = [&](const std::string& name, bool is_target) {
    if (const std::string fault = depfile_fault(name); !fault.empty())
      loaded_.diagnostics.error(std::nullopt,
                                fmt::format("the name '{}' cannot be written in a depfile: {}", name, fault));
    else if (const std::string_view doubt = depfile_doubt(name, is_target); !doubt.empty())
      loaded_.diagnostics.warning(std::nullopt,
                                  fmt::format("{} cannot follow the name '{}' in a depfile", doubt, name));
  };
  for (const DepfileRule& rule : depfile_rules()) {
    for (const std::string& name : rule.targets) check(name, true);
    for (const std::string& name : rule.inputs) check(name, false);
  }
}

void Build::write_depfile(io::FileSet& files) const {
  files.write(options_.depfile, [&](io::Sink& sink) { sink.append(depfile_text(depfile_rules())); });
}

}  // namespace weald::app
