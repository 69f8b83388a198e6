// weald check: validates presets and writes nothing.

#include <fmt/format.h>

#include "app/command.h"

namespace weald::app {

void add_check(CLI::App& program, Context& context) {
  auto options = std::make_shared<PresetOptions>();
  CLI::App* command = program.add_subcommand("check", "Validate presets; write nothing");
  add_preset_options(*command, *options, true);
  command->footer("Reports every error with its place. Exit code 0: all presets are good; 2: one is not.");
  command->callback([options, &context] {
    const LoadedPresets loaded = load_presets(*options, context);
    if (!loaded.ok()) {
      context.exit_code = failure_code(loaded);
      return;
    }
    for (const auto& entry : loaded.presets) {
      fmt::print("{}: ok, {} stages, {} outputs\n", entry.text.files.front(), entry.preset->graph.stages.size(),
                 entry.preset->graph.outputs.size());
    }
  });
}

}  // namespace weald::app
