// weald list: the kinds of stages, and the presets.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/graph/stage_list.h"
#include "front/cli/command.h"
#include "front/cli/help/describe.h"
#include "front/cli/help/reference.h"
#include "session/installed_presets.h"

namespace weald::app {

namespace {

/// The presets in a folder, by name. Unset, with the reason in `error`, if the folder cannot be listed.
std::optional<std::vector<std::string>> presets_in(const std::string& folder, std::error_code& error) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".yaml" || entry.path().extension() == ".yml")
      names.push_back(entry.path().string());
  }
  if (error) return std::nullopt;
  std::sort(names.begin(), names.end());
  return names;
}

void list_installed(const char* heading, const std::vector<session::InstalledPreset>& presets) {
  fmt::print("\n{}\n", heading);
  if (presets.empty()) fmt::print("  none: they were not installed with this program\n");
  std::size_t width = 18;
  for (const session::InstalledPreset& preset : presets) width = std::max(width, preset.name.size());
  for (const session::InstalledPreset& preset : presets)
    fmt::print("  {:<{}} {}\n", preset.name, width, preset.description);
}

Json installed_json(const std::vector<session::InstalledPreset>& presets) {
  Json list = Json::array();
  for (const session::InstalledPreset& preset : presets)
    list.push_back({{"name", preset.name}, {"file", preset.file.string()}, {"description", preset.description}});
  return list;
}

struct ListOptions {
  std::string folder = "presets";
  bool is_given = false;
  bool json = false;
};

int list(const ListOptions& options, const Context& context, Json& report) {
  std::error_code error;
  const auto presets = presets_in(options.folder, error);
  if (!presets && options.is_given) {
    const std::string message = fmt::format("cannot list the folder '{}': {}", options.folder, error.message());
    report_error(message, context);
    report["diagnostics"] = Json::array({failure_json(message)});
    return kInputOutput;
  }
  report["stages"] = stage_summaries_json();
  report["presets"] = presets.value_or(std::vector<std::string>{});
  const auto installed = session::installed_presets();
  const auto components = session::installed_components();
  report["installed_presets"] = installed_json(installed);
  report["installed_components"] = installed_json(components);
  if (!options.json) {
    fmt::print("{}", stage_overview());
    fmt::print("\npresets in {}\n", options.folder);
    if (presets) {
      for (const std::string& name : *presets) fmt::print("  {}\n", name);
    } else {
      fmt::print("  none: this folder does not exist\n");
    }
    list_installed("installed presets", installed);
    list_installed("installed components, for 'kind:' of a stage", components);
  }
  return kOk;
}

}  // namespace

void add_list(CLI::App& program, Context& context) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command =
      program.add_subcommand("list", "List the kinds of stages, the presets in a folder, and the installed presets");
  CLI::Option* given = command->add_option("folder", options->folder, "Folder of presets (default: presets)");
  given->type_name("DIR");
  add_json_option(*command, options->json);
  command->footer(
      "Build an installed preset by its name, or copy it with 'weald init --from'.\nExample: weald list presets");
  command->callback([options, given, &context] {
    options->is_given = given->count() > 0;
    Json report = report_head("list");
    const auto work = [&] { return list(*options, context, report); };
    context.exit_code = options->json ? print_report(report, work) : work();
  });
}

}  // namespace weald::app
