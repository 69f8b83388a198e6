#pragma once
// What the commands share: options, loading of presets, reporting.

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/diagnostics.h"
#include "engine/preset/preset.h"
#include "front/cli/exit_code.h"
#include "front/terminal/terminal.h"

namespace weald::app {

/// State of one run of the program.
struct Context {
  const std::atomic<bool>* stop = nullptr;  ///< set by Ctrl-C after catch_signals()
  /// From here on Ctrl-C and other signals set `stop`; before, they end the program at once, also while it waits for
  /// input.
  void (*catch_signals)() = nullptr;
  ColourMode colour = ColourMode::automatic;
  bool json_diagnostics = false;  ///< diagnostics on stderr are JSON objects, one per line
  int exit_code = kOk;
};

/// Options of every command that reads presets.
struct PresetOptions {
  std::vector<std::string> paths;
  std::vector<std::string> set;
  std::string seed;  ///< empty: as in the preset
  int threads = 0;   ///< 0: one per core
};

/// Adds PRESET..., --set and --seed to a command; with `many` false, exactly one preset.
void add_preset_options(CLI::App& command, PresetOptions& options, bool many);
/// Adds -j, the number of threads: 1 to 1024; `threads` stays 0 (one per core) without it.
void add_thread_option(CLI::App& command, int& threads);

/// A validator that accepts only the whole numbers from `least` to `most` for an option; `help` ends the message.
CLI::Validator whole_number(int least, int most, std::string help = {});

/// Adds --json.
void add_json_option(CLI::App& command, bool& json);

/// Rejects `option` of the command line, for `reason`, if `condition` holds. Errors: CLI::ValidationError.
void refuse_option(bool condition, const char* option, const char* reason);

/// Presets that were read together, with the texts that their diagnostics point into.
struct LoadedPresets {
  Sources sources;
  Diagnostics diagnostics;
  std::vector<preset::LoadedPreset> presets;  ///< one per path
  /// True if every preset can be evaluated.
  bool ok() const { return !diagnostics.has_errors(); }
};

/// Reads every preset. Errors and warnings are in the result.
LoadedPresets read_presets(const PresetOptions& options);

/// Reads every preset and reports all errors and warnings on stderr.
LoadedPresets load_presets(const PresetOptions& options, const Context& context);

/// Prints the diagnostics to stderr: as text, in colour if `context` and the terminal allow it, or as JSON lines.
void report(const Diagnostics& diagnostics, const Sources& sources, const Context& context);
/// Prints one error without a location; see report().
void report_error(const std::string& message, const Context& context, const std::string& help = {});

/// The files that were read for a preset and will be for its build: the preset, its bases, and what its stages open,
/// each once, spelled as seen from the command line; standard input is not included.
std::vector<std::string> files_read(const preset::LoadedPreset& loaded);

/// Exit code of errors: kNoMemory if there was too little memory, kInputOutput if a file could not be read, otherwise
/// kUsage.
int failure_code(const Diagnostics& diagnostics);
/// Exit code of presets that were not ok().
int failure_code(const LoadedPresets& loaded);

// One function per command: adds it to the program. Each lives in its own cmd_*.cpp.
void add_build(CLI::App& program, Context& context);
void add_cache(CLI::App& program, Context& context);
void add_check(CLI::App& program, Context& context);
void add_compare(CLI::App& program, Context& context);
void add_show(CLI::App& program, Context& context);
void add_list(CLI::App& program, Context& context);
void add_explain(CLI::App& program, Context& context);
void add_schema(CLI::App& program, Context& context);
void add_reference(CLI::App& program, Context& context);
void add_digest(CLI::App& program, Context& context);
void add_preview(CLI::App& program, Context& context);
void add_describe(CLI::App& program, Context& context);
void add_version(CLI::App& program, Context& context);
void add_init(CLI::App& program, Context& context);
void add_completion(CLI::App& program, Context& context);
void add_man(CLI::App& program, Context& context);
void add_golden(CLI::App& program, Context& context);

}  // namespace weald::app
