#include "front/cli/command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "front/cli/failure.h"
#include "front/cli/installed_presets.h"
#include "front/cli/json_report.h"
#include "schema/codec.h"

namespace weald::app {

void add_preset_options(CLI::App& command, PresetOptions& options, bool many) {
  CLI::Option* presets = command.add_option(
      "preset", options.paths,
      many ? "Preset files (YAML), or names of installed presets, such as oak; '-' reads standard input"
           : "Preset file (YAML), or the name of an installed preset, such as oak; '-' reads standard input");
  presets->required()->type_name("PRESET");
  presets->transform(CLI::Validator(
      [](std::string& value) {
        value = preset_file_of(value);
        return std::string{};
      },
      ""));
  if (!many) presets->expected(1);
  command.add_option("--set", options.set, "Set a value, e.g. --set ridges.octaves=5; repeatable")
      ->type_name("STAGE.KEY=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--seed", options.seed, "Use this seed instead of the preset's")->type_name("N");
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
  constexpr int kMostThreads = 1024;
  command
      .add_option("-j,--threads", threads,
                  fmt::format("Number of threads, 1 to {}; it does not affect the results (default: one per core)",
                              kMostThreads))
      ->type_name("N")
      ->transform(whole_number(1, kMostThreads, "; without this option there is one thread per core"));
}

void add_json_option(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "Print the report as JSON; see docs/json.md");
}

void refuse_option(bool condition, const char* option, const char* reason) {
  if (condition) throw CLI::ValidationError(option, reason);
}

LoadedPresets read_presets(const PresetOptions& options) {
  LoadedPresets loaded;
  std::set<std::string> told;  // what is wrong with a file that several presets extend is wrong once
  for (const std::string& path : options.paths) {
    Diagnostics own;
    preset::PresetRequest request{path, options.set, options.seed.empty() ? std::nullopt : std::optional{options.seed}};
    try {
      loaded.presets.push_back(preset::load_preset(request, loaded.sources, own));
    } catch (const IoError& e) {
      own.unreadable(std::nullopt, e.what(), help_for_unknown_preset(path));
    }
    for (const Diagnostic& diagnostic : own.all())
      if (told.insert(format(diagnostic, loaded.sources, false)).second) loaded.diagnostics.add(diagnostic);
  }
  return loaded;
}

LoadedPresets load_presets(const PresetOptions& options, const Context& context) {
  LoadedPresets loaded = read_presets(options);
  report(loaded.diagnostics, loaded.sources, context);
  return loaded;
}

void report(const Diagnostics& diagnostics, const Sources& sources, const Context& context) {
  if (!context.json_diagnostics) {
    fmt::print(stderr, "{}", format_all(diagnostics, sources, use_colour(context.colour)));
    return;
  }
  for (Json& diagnostic : diagnostics_json(diagnostics, sources)) {
    Json line = {{"type", "diagnostic"}};
    line.update(diagnostic);
    fmt::print(stderr, "{}\n", json_text(line, true));
  }
}

void report_error(const std::string& message, const Context& context, const std::string& help) {
  Diagnostics diagnostics;
  diagnostics.error(std::nullopt, message, help);
  report(diagnostics, {}, context);
}

std::vector<std::string> files_read(const preset::LoadedPreset& loaded) {
  std::vector<std::string> files;
  const auto add = [&](const std::string& file) {
    if (file != "-" && std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  };
  for (const std::string& file : loaded.text.files) add(file);
  if (!loaded.preset) return files;
  for (const std::string& file : loaded.preset->graph.files_read()) {
    std::error_code error;
    // A missing file that a stage works without: a build system would wait for it.
    if (std::filesystem::exists(file, error)) add(file);
  }
  return files;
}

int failure_code(const Diagnostics& diagnostics) { return exit_code_of(failure_of(diagnostics)); }

int failure_code(const LoadedPresets& loaded) { return failure_code(loaded.diagnostics); }

}  // namespace weald::app
