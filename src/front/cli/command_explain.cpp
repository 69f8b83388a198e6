// weald list, explain, schema, reference: the features of weald, from the declarations.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/nearest_name.h"
#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "front/cli/command.h"
#include "front/cli/help/describe.h"
#include "front/cli/help/reference.h"
#include "session/installed_presets.h"

namespace weald::app {

namespace {

void list_stages() {
  std::string_view group;
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    if (kind.group != group) fmt::print("{}{}\n", group.empty() ? "" : "\n", kind.group);
    group = kind.group;
    fmt::print("  {:<18} {:<10} {}\n", kind.kind, kind.output, kind.summary);
  }
}

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

void list_installed(const std::vector<session::InstalledPreset>& presets) {
  fmt::print("\ninstalled presets\n");
  if (presets.empty()) fmt::print("  none: they were not installed with this program\n");
  for (const session::InstalledPreset& preset : presets) fmt::print("  {:<18} {}\n", preset.name, preset.description);
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
  report["stages"] = Json::array();
  for (const pipeline::StageKind& kind : pipeline::all_stages())
    report["stages"].push_back(
        {{"kind", kind.kind}, {"group", kind.group}, {"output", kind.output}, {"summary", kind.summary}});
  report["presets"] = presets.value_or(std::vector<std::string>{});
  const auto installed = session::installed_presets();
  report["installed_presets"] = Json::array();
  for (const session::InstalledPreset& preset : installed)
    report["installed_presets"].push_back(
        {{"name", preset.name}, {"file", preset.file.string()}, {"description", preset.description}});
  if (!options.json) {
    list_stages();
    fmt::print("\npresets in {}\n", options.folder);
    if (presets) {
      for (const std::string& name : *presets) fmt::print("  {}\n", name);
    } else {
      fmt::print("  none: this folder does not exist\n");
    }
    list_installed(installed);
  }
  return kOk;
}

/// "the key 'leaves' is one of weber_penn, plant_mesh, plant_lods", if kinds of stages have such a key.
std::string stages_with_key(const std::string& key) {
  constexpr std::size_t kNamed = 4;
  std::vector<std::string_view> kinds;
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    const auto fields = kind.describe();
    const auto is_it = [&](const schema::FieldInfo& field) { return field.key == key; };
    if (std::any_of(fields.begin(), fields.end(), is_it)) kinds.push_back(kind.kind);
  }
  if (kinds.empty()) return {};
  const bool more = kinds.size() > kNamed;
  kinds.resize(std::min(kinds.size(), kNamed));
  return fmt::format("'{}' is a key of {}{}", key, fmt::join(kinds, ", "), more ? " ..." : "");
}

int explain(const std::string& name, bool json, const Context& context, Json& report) {
  if (name == "outputs") {
    report["outputs"] = fields_json(schema::describe<pipeline::OutputSpec>());
    report["writers"] = writers_json();
    if (!json) fmt::print("{}", explain_outputs());
    return kOk;
  }
  if (const pipeline::StageKind* kind = pipeline::find_stage_kind(name)) {
    report["stage"] = stage_kind_json(*kind);
    if (!json) fmt::print("{}", explain_stage(*kind));
    return kOk;
  }
  std::vector<std::string_view> names;
  for (const pipeline::StageKind& kind : pipeline::all_stages()) names.push_back(kind.kind);
  names.push_back("outputs");
  std::string help = stages_with_key(name);
  const std::string stage = name.substr(0, name.find('.'));  // "impostor" in "impostor.frames"
  if (stage != name && pipeline::find_stage_kind(stage) != nullptr)
    help = fmt::format("run 'weald explain {}' for its keys", stage);
  if (help.empty()) help = schema::suggest(name, names);
  const std::string message =
      fmt::format("there is no stage kind '{}'; {}", name, help.empty() ? "'weald list' lists them all" : help);
  report_error(message, context);
  report["diagnostics"] = Json::array({failure_json(message)});
  return kUsage;
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

void add_explain(CLI::App& program, Context& context) {
  struct Options {
    std::string name;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("explain", "Explain a kind of stage, or outputs: parameters, units, ranges, defaults");
  command->add_option("stage", options->name, "Kind of stage, e.g. fbm ('weald list' lists them all), or 'outputs'")
      ->required()
      ->type_name("STAGE");
  add_json_option(*command, options->json);
  command->footer("Example: weald explain thermal_erosion");
  command->callback([options, &context] {
    Json report = report_head("explain");
    const auto work = [&] { return explain(options->name, options->json, context, report); };
    context.exit_code = options->json ? print_report(report, work) : work();
  });
}

void add_schema(CLI::App& program, Context&) {
  CLI::App* command = program.add_subcommand("schema", "Print the JSON Schema (draft 7) of presets, for editors");
  command->footer("Example: weald schema > docs/weald.schema.json");
  command->callback([] { fmt::print("{}\n", json_schema()); });
}

void add_reference(CLI::App& program, Context&) {
  CLI::App* command = program.add_subcommand("reference", "Print the reference manual as Markdown");
  command->footer("Example: weald reference > docs/reference.md");
  command->callback([] { fmt::print("{}", reference_markdown()); });
}

}  // namespace weald::app
