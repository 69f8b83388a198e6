#pragma once
// Code shared by the commands: options, loading of presets, reporting.

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/diagnostics.h"
#include "front/cli/exit_code.h"
#include "front/terminal/terminal.h"
#include "session/loaded_presets.h"

namespace weald::app {

/// State of one run of the program.
struct Context {
  const std::atomic<bool>* stop = nullptr;  ///< set by Ctrl-C after catch_signals()
  /// Makes SIGINT (Ctrl-C), SIGTERM and SIGHUP set `stop`. Before this call they end the program at once, even while it
  /// waits for input.
  void (*catch_signals)() = nullptr;
  ColourMode colour = ColourMode::automatic;
  bool json_diagnostics = false;  ///< diagnostics on stderr are JSON objects, one per line
  int exit_code = kOk;
};

/// Options of every command that reads presets.
struct PresetOptions : session::PresetChoice {
  int threads = 0;  ///< 0: one per core
};

/// Adds PRESET..., --set and --seed to a command; with `many` false, exactly one preset.
void add_preset_options(CLI::App& command, PresetOptions& options, bool many);
/// Adds -j, the number of threads: 1 to 1024, and `threads` stays 0 (one per core) without it.
void add_thread_option(CLI::App& command, int& threads);

/// A validator that rejects every value of an option except the whole numbers from `least` to `most`. `help` is
/// appended to the message.
CLI::Validator whole_number(int least, int most, std::string help = {});

/// Adds --json.
void add_json_option(CLI::App& command, bool& json);

/// Rejects `option` of the command line, with `reason`, if `condition` holds. Errors: CLI::ValidationError.
void refuse_option(bool condition, const char* option, const char* reason);

/// Reads every preset and reports all errors and warnings on stderr.
session::LoadedPresets load_presets(const PresetOptions& options, const Context& context);

/// Prints the diagnostics to stderr: as text, in colour where `context` and the terminal allow it, or as JSON lines.
void report(const Diagnostics& diagnostics, const Sources& sources, const Context& context);
/// Prints the diagnostics added since the last call, with `quiet` only the errors; see report().
void report_new(session::Findings& findings, const Context& context, bool quiet = false);
/// Prints one error without a location; see report().
void report_error(const std::string& message, const Context& context, const std::string& help = {});

/// Exit code of errors: kNoMemory if memory ran out, kInputOutput if a file could not be read, else kUsage.
int failure_code(const Diagnostics& diagnostics);

// One function per command: adds it to the program. Each lives in its own command_*.cpp.
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
