#pragma once
// The commands of the program, and the options that several of them have.

#include <string>

#include <CLI/CLI.hpp>

#include "front/cli/arguments/cache.h"
#include "front/cli/arguments/preset_options.h"
#include "front/cli/console/context.h"

namespace weald::app {

/// Adds PRESET..., --set, --variant, --include and --seed to a command; with `many` false, exactly one preset.
void add_preset_options(CLI::App& command, PresetOptions& options, bool many);
/// Adds --sweep, which makes one sibling of the preset for each of several values.
void add_sweep_option(CLI::App& command, PresetOptions& options);
/// Adds --coarser, which builds heightmaps with fewer samples.
void add_coarser_option(CLI::App& command, PresetOptions& options);
/// Adds -j, the number of threads: 1 to 1024, and `threads` stays 0 (one per core) without it.
void add_thread_option(CLI::App& command, int& threads);
/// Adds --cache and --cache-size to a command.
void add_cache_options(CLI::App& command, CacheOptions& options);

/// A validator that rejects every value of an option except the whole numbers from `least` to `most`. `help` is
/// appended to the message.
CLI::Validator whole_number(int least, int most, std::string help = {});

/// Adds --json.
void add_json_option(CLI::App& command, bool& json);

/// Rejects `option` of the command line, with `reason`, if `condition` holds. Errors: CLI::ValidationError.
void refuse_option(bool condition, const char* option, const char* reason);

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
void add_plan(CLI::App& program, Context& context);
void add_preview(CLI::App& program, Context& context);
void add_verify(CLI::App& program, Context& context);
void add_view(CLI::App& program, Context& context);
void add_describe(CLI::App& program, Context& context);
void add_version(CLI::App& program, Context& context);
void add_init(CLI::App& program, Context& context);
void add_completion(CLI::App& program, Context& context);
void add_man(CLI::App& program, Context& context);
void add_golden(CLI::App& program, Context& context);

}  // namespace weald::app
