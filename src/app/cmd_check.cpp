// weald check: validates presets and writes nothing.

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json_report.h"

namespace weald::app {

namespace {

struct CheckOptions {
  PresetOptions presets;
  bool json = false;
};

int check(const CheckOptions& options, const Context& context, Json& report) {
  const LoadedPresets loaded = load_presets(options.presets, context);
  report["diagnostics"] = diagnostics_json(loaded.diagnostics, loaded.sources);
  report["presets"] = Json::array();
  for (const auto& entry : loaded.presets) {
    if (!entry.preset) continue;
    const pipeline::Graph& graph = entry.preset->graph;
    report["presets"].push_back({{"preset", entry.preset->name},
                                 {"file", entry.text.files.front()},
                                 {"stages", graph.stages.size()},
                                 {"outputs", graph.outputs.size()}});
    if (!options.json && loaded.ok())
      fmt::print("{}: ok, {} stages, {} outputs\n", entry.text.files.front(), graph.stages.size(),
                 graph.outputs.size());
  }
  return loaded.ok() ? kOk : failure_code(loaded);
}

}  // namespace

void add_check(CLI::App& program, Context& context) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = program.add_subcommand("check", "Validate presets; write nothing");
  add_preset_options(*command, options->presets, true);
  add_json_option(*command, options->json);
  command->footer("Reports every error with its place. Exit code 0: all presets are good; 2: one is not.");
  command->callback([options, &context] {
    Json report = report_head("check");
    const auto work = [&] { return check(*options, context, report); };
    context.exit_code = options->json ? print_report(report, work) : work();
  });
}

}  // namespace weald::app
