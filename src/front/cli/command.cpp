#include "front/cli/command.h"

#include <fmt/format.h>

#include "schema/codec.h"
#include "session/installed_presets.h"
#include "session/run.h"

namespace weald::app {

void add_preset_options(CLI::App& command, PresetOptions& options, bool many) {
  CLI::Option* presets = command.add_option(
      "preset", options.paths,
      many ? "Preset files (YAML), or names of installed presets, such as oak; '-' reads standard input"
           : "Preset file (YAML), or the name of an installed preset, such as oak; '-' reads standard input");
  presets->required()->type_name("PRESET");
  presets->transform(CLI::Validator(
      [](std::string& value) {
        value = session::preset_file_of(value);
        return std::string{};
      },
      ""));
  if (!many) presets->expected(1);
  command.add_option("--set", options.set, "Set a value, e.g. --set ridges.octaves=5; repeatable")
      ->type_name("STAGE.KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--variant", options.variant, "Give parameters the values of this variant of the preset")
      ->type_name("NAME");
  command
      .add_option("--include", options.include,
                  "Look for components and extended presets in this folder too, after that of the preset; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--seed", options.seed, "Use this seed instead of the preset's")->type_name("N");
}

void add_sweep_option(CLI::App& command, PresetOptions& options) {
  command
      .add_option("--sweep", options.sweep,
                  "Make one sibling for each value of a parameter, of seed or of a stage's key: KEY=1,2,3 or KEY=1..8; "
                  "repeatable; their files have the values in their names")
      ->type_name("KEY=VALUES")
      ->allow_extra_args(false)
      ->take_all();
}

void add_coarser_option(CLI::App& command, PresetOptions& options) {
  command
      .add_option("--coarser", options.coarser,
                  fmt::format("Build every heightmap with N times the distance between samples, 1 to {}: a draft that "
                              "takes less time",
                              preset::kMostCoarser))
      ->type_name("N")
      ->transform(whole_number(1, preset::kMostCoarser));
}

CLI::Validator whole_number(int least, int most, std::string help) {
  const auto refuse = [least, most, help = std::move(help)](std::string& value) {
    const bool is_plain = value.find_first_not_of("0123456789") == std::string::npos;
    const auto number = is_plain ? schema::parse_integer(value) : std::nullopt;
    if (!number || *number < least || *number > most)
      return fmt::format("'{}' is not a whole number from {} to {}{}", value, least, most, help);
    value = std::to_string(*number);  // CLI11 takes 010 for 8
    return std::string{};
  };
  return {refuse, ""};
}

void add_thread_option(CLI::App& command, int& threads) {
  command
      .add_option("-j,--threads", threads,
                  fmt::format("Number of threads, 1 to {}; it does not affect the results (default: one per core)",
                              session::kMaxThreads))
      ->type_name("N")
      ->transform(whole_number(1, session::kMaxThreads, "; without this option there is one thread per core"));
}

void add_json_option(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "Print the report as JSON; see docs/json.md");
}

void refuse_option(bool condition, const char* option, const char* reason) {
  if (condition) throw CLI::ValidationError(option, reason);
}

void add_cache_options(CLI::App& command, CacheOptions& options) {
  command.add_option("--cache", options.where, "Cache results of stages in this folder; 'off' disables the cache")
      ->type_name("DIR|off")
      ->group("Cache");
  command
      .add_option("--cache-size", options.size,
                  "Remove the least recently used results when the cache is larger than this, such as 500M or 2G "
                  "(default: 2G)")
      ->type_name("SIZE")
      ->group("Cache");
}

}  // namespace weald::app
