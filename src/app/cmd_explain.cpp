// weald list, explain, schema, reference: what weald can do, from the declarations.

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "app/command.h"
#include "app/reference.h"
#include "pipeline/stage_list.h"
#include "schema/nearest_name.h"

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

/// Prints the presets in a folder, by name. Returns false when the folder cannot be listed.
bool list_presets(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".yaml" || entry.path().extension() == ".yml")
      names.push_back(entry.path().string());
  }
  if (error) return false;
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) fmt::print("  {}\n", name);
  return true;
}

}  // namespace

void add_list(CLI::App& program, Context& context) {
  auto folder = std::make_shared<std::string>("presets");
  CLI::App* command = program.add_subcommand("list", "List the kinds of stages, and the presets in a folder");
  CLI::Option* given = command->add_option("folder", *folder, "Folder of presets (default: presets)")->type_name("DIR");
  command->footer("Example: weald list presets");
  command->callback([folder, given, &context] {
    list_stages();
    fmt::print("\npresets in {}\n", *folder);
    if (list_presets(*folder)) return;
    if (given->count() == 0) {
      fmt::print("  none: there is no such folder here\n");
      return;
    }
    fmt::print(stderr, "weald: error: cannot list the folder '{}'\n", *folder);
    context.exit_code = kInputOutput;
  });
}

void add_explain(CLI::App& program, Context& context) {
  auto name = std::make_shared<std::string>();
  CLI::App* command =
      program.add_subcommand("explain", "Explain a kind of stage, or outputs: parameters, units, ranges, defaults");
  command->add_option("stage", *name, "Kind of stage, e.g. fbm; 'weald list' names them all; or 'outputs'")
      ->required()
      ->type_name("STAGE");
  command->footer("Example: weald explain thermal_erosion");
  command->callback([name, &context] {
    if (*name == "outputs") {
      fmt::print("{}", explain_outputs());
      return;
    }
    if (const pipeline::StageKind* kind = pipeline::find_stage_kind(*name)) {
      fmt::print("{}", explain_stage(*kind));
      return;
    }
    std::vector<std::string_view> names;
    for (const pipeline::StageKind& kind : pipeline::all_stages()) names.push_back(kind.kind);
    names.push_back("outputs");
    const std::string help = schema::suggest(*name, names);
    fmt::print(stderr, "weald: error: there is no stage kind '{}'; {}\n", *name,
               help.empty() ? "'weald list' names them all" : help);
    context.exit_code = kUsage;
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
