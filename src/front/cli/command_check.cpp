// weald check: validates presets without writing anything.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/counted.h"
#include "engine/plan/graph_estimate.h"
#include "engine/plan/output_faults.h"
#include "front/cli/building/cost_report.h"
#include "front/cli/command.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/json_report.h"
#include "session/amount_json.h"
#include "session/world.h"

namespace weald::app {

namespace {

struct CheckOptions {
  PresetOptions presets;
  bool verbose = false;
  bool json = false;
};

/// Lists the outputs with their sizes, where they are known before a build.
Json tell_files(const pipeline::Graph& graph, const pipeline::GraphEstimate& estimate, bool text) {
  Json files = Json::array();
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const auto tell = [&](const std::string& file, const Amount& bytes) {
      files.push_back({{"file", file}, {"bytes", session::bytes_json(bytes)}});
      if (text) fmt::print("  file   {}  ({})\n", file, file_size_text(bytes));
    };
    const std::vector<std::string> names = graph.files_of(graph.outputs[i]);
    for (std::size_t file = 0; file < names.size(); ++file) {
      if (const auto bytes = estimate.outputs[i].bytes_of(file)) tell(names[file], *bytes);
    }
  }
  return files;
}

/// The estimate of one of the tiles of a world; unset after an error.
std::optional<pipeline::GraphEstimate> check_world(const preset::Preset& preset, Diagnostics& diagnostics) {
  const auto layout = session::tile_layout(preset, diagnostics);
  if (!layout) return std::nullopt;
  const pipeline::Graph tile = session::tile_graph(preset.graph, *layout, {0, 0});
  pipeline::GraphEstimate estimate = pipeline::estimate(tile);
  pipeline::check_output_faults(tile, diagnostics);
  pipeline::check_sizes(tile, estimate, diagnostics);
  pipeline::warn_of_costs(tile, estimate, diagnostics);
  return estimate;
}

int check(const CheckOptions& options, const Context& context, Json& report_json) {
  session::LoadedPresets loaded = session::load_presets(options.presets);
  std::vector<std::optional<pipeline::GraphEstimate>> estimates;
  for (const auto& entry : loaded.presets) {
    estimates.emplace_back();
    if (!entry.preset) continue;
    const pipeline::Graph& graph = entry.preset->graph;
    if (entry.preset->world) {
      estimates.back() = check_world(*entry.preset, loaded.diagnostics);
      continue;
    }
    estimates.back() = pipeline::estimate(graph);
    pipeline::check_output_faults(graph, loaded.diagnostics);
    pipeline::check_sizes(graph, *estimates.back(), loaded.diagnostics, pipeline::Wanted::files, Severity::warning);
    pipeline::warn_of_costs(graph, *estimates.back(), loaded.diagnostics);
  }
  const bool ok = loaded.ok();
  report_new(loaded, context);
  report_json["diagnostics"] = diagnostics_json(loaded);
  report_json["presets"] = Json::array();
  for (std::size_t i = 0; i < loaded.presets.size(); ++i) {
    const auto& entry = loaded.presets[i];
    if (!entry.preset || !estimates[i]) continue;
    const pipeline::Graph& graph = entry.preset->graph;
    const bool text = !options.json && ok;
    const std::size_t stages = graph.stages.size(), outputs = graph.outputs.size();
    if (text)
      fmt::print("{}: ok, {}, {}{}\n", entry.text.files.front(), counted_noun(stages, "stage"),
                 counted_noun(outputs, "output"), entry.preset->world ? " for each tile" : "");
    report_json["presets"].push_back({{"preset", entry.preset->name},
                                      {"file", entry.text.files.front()},
                                      {"stages", stages},
                                      {"outputs", outputs},
                                      {"files", tell_files(graph, *estimates[i], text && options.verbose)}});
  }
  return ok ? kOk : failure_code(loaded.diagnostics);
}

}  // namespace

void add_check(CLI::App& program, Context& context) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = program.add_subcommand("check", "Validate presets without writing anything");
  add_preset_options(*command, options->presets, true);
  add_sweep_option(*command, options->presets);
  add_coarser_option(*command, options->presets);
  command->add_flag("-v,--verbose", options->verbose,
                    "List the outputs, with their sizes where they are known before a build");
  add_json_option(*command, options->json);
  command->footer(
      "Reports every error with its location.\n"
      "Exit code 0: all presets are valid; 2: at least one is not.");
  command->callback([options, &context] {
    Json report = report_head("check");
    const auto work = [&] { return check(*options, context, report); };
    context.exit_code = options->json ? print_report(report, work) : work();
  });
}

}  // namespace weald::app
