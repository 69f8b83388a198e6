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
#include "engine/preset/language.h"
#include "engine/preset/preset.h"
#include "front/cli/command.h"
#include "front/cli/help/describe.h"
#include "front/cli/help/reference.h"
#include "methods/expression/syntax.h"
#include "schema/wording.h"
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

Json parameter_json(const preset::ParameterInfo& parameter) {
  Json json{{"name", parameter.name},
            {"type", parameter.type},
            {"default", parameter.default_value},
            {"unit", parameter.unit},
            {"help", parameter.help}};
  if (parameter.range) json["range"] = {parameter.range->min, parameter.range->max};
  if (!parameter.choices.empty()) json["choices"] = parameter.choices;
  return json;
}

/// Explains a preset as a stage is explained: what it is, and the parameters that --set and its users can give.
int explain_preset(const std::string& path, bool json, const Context& context, Json& report) {
  Sources sources;
  Diagnostics diagnostics;
  const preset::LoadedPreset loaded = preset::load_preset({path, {}, std::nullopt}, sources, diagnostics);
  if (diagnostics.has_errors()) {
    weald::app::report(diagnostics, sources, context);
    return failure_code(diagnostics);
  }
  report["parameters"] = Json::array();
  const auto parameters = preset::parameters_of(loaded.text);
  for (const preset::ParameterInfo& parameter : parameters) report["parameters"].push_back(parameter_json(parameter));
  report["description"] = loaded.text.root.text_at("description");
  if (json) return kOk;
  fmt::print("{}: {}\n", path, loaded.text.root.text_at("description"));
  if (parameters.empty())
    fmt::print("\nit has no parameters; --set changes the keys of its stages\n");
  else
    fmt::print("\nparameters\n");
  for (const preset::ParameterInfo& parameter : parameters) {
    const std::string values = parameter.choices.empty() ? schema::range_text(parameter.range)
                                                         : fmt::format("{}", fmt::join(parameter.choices, ", "));
    fmt::print("  {:<14} {}{}{}{}{}, default {}\n", parameter.name, parameter.type, values.empty() ? "" : " ", values,
               parameter.unit.empty() ? "" : " ", parameter.unit, parameter.default_value);
    if (!parameter.help.empty()) fmt::print("  {:<14} {}\n", "", parameter.help);
  }
  if (const schema::Entry* result = loaded.text.root.find("result"); result != nullptr)
    fmt::print("\nas the kind of a stage it stands for its stage '{}'\n", loaded.text.root.text_at("result"));
  return kOk;
}

int explain_expressions(bool json, Json& report) {
  report["functions"] = Json::array();
  for (const expression::Function& function : expression::functions()) {
    const std::string_view where = function.where == expression::Where::presets    ? "presets"
                                   : function.where == expression::Where::lsystems ? "lsystems"
                                                                                   : "everywhere";
    report["functions"].push_back(
        {{"name", function.name}, {"arguments", function.arguments}, {"help", function.help}, {"where", where}});
  }
  if (json) return kOk;
  fmt::print(
      "expressions: a value of a preset that begins with '=' is computed; L-systems and formulas use them too\n"
      "\noperators, weakest first\n  ||   &&   == != < <= > >=   + -   * / %   - !   ^\n\nfunctions\n");
  for (const expression::Function& function : expression::functions()) {
    const std::string_view only = function.where == expression::Where::presets    ? " (in presets)"
                                  : function.where == expression::Where::lsystems ? " (in L-systems)"
                                                                                  : "";
    fmt::print("  {:<26} {}{}\n", fmt::format("{}{}", function.name, function.arguments), function.help, only);
  }
  return kOk;
}

int explain(const std::string& name, bool json, const Context& context, Json& report) {
  if (name == "expressions") return explain_expressions(json, report);
  if (preset::is_component_name(name)) return explain_preset(name, json, context, report);
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
  names.push_back("expressions");
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
  CLI::App* command = program.add_subcommand(
      "explain", "Explain a kind of stage, outputs, expressions or a preset: parameters, units, ranges, defaults");
  command
      ->add_option("stage", options->name,
                   "Kind of stage, e.g. fbm ('weald list' lists them all), 'outputs', 'expressions', or a preset file")
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
