#include "app/command.h"

#include <cstdio>

#include <fmt/format.h>

#include "core/error.h"

namespace weald::app {

void add_preset_options(CLI::App& command, PresetOptions& options, bool many) {
  CLI::Option* presets = command.add_option(
      "preset", options.paths,
      many ? "Preset files (YAML); '-' reads standard input" : "Preset file (YAML); '-' reads standard input");
  presets->required()->type_name("PRESET");
  if (!many) presets->expected(1);
  command.add_option("--set", options.set, "Set a value, e.g. --set ridges.octaves=5; repeat for more")
      ->type_name("STAGE.KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--seed", options.seed, "Use this seed instead of the preset's")->type_name("N");
}

void add_thread_option(CLI::App& command, PresetOptions& options) {
  command
      .add_option("-j,--threads", options.threads,
                  "Threads to use; the results do not depend on it (default: one per core)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
}

LoadedPresets load_presets(const PresetOptions& options, const Context& context) {
  LoadedPresets loaded;
  for (const std::string& path : options.paths) {
    preset::PresetRequest request{path, options.set, options.seed.empty() ? std::nullopt : std::optional{options.seed}};
    try {
      loaded.presets.push_back(preset::load_preset(request, loaded.sources, loaded.diagnostics));
    } catch (const IoError& e) {
      fmt::print(stderr, "weald: error: {}\n", e.what());
      loaded.input_failed = true;
    }
  }
  report(loaded.diagnostics, loaded.sources, context);
  return loaded;
}

void report(const Diagnostics& diagnostics, const Sources& sources, const Context& context) {
  fmt::print(stderr, "{}", format_all(diagnostics, sources, use_colour(context.colour)));
}

int failure_code(const LoadedPresets& loaded) { return loaded.input_failed ? kInputOutput : kUsage; }

}  // namespace weald::app
