// weald describe, weald version: the properties of this weald, for programs that drive it.

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/preset/preset.h"
#include "front/cli/command.h"
#include "front/cli/console/exit_code.h"
#include "front/cli/console/json_report.h"
#include "front/cli/console/licences.h"
#include "front/cli/console/version.h"
#include "front/cli/explain_preset.h"
#include "front/cli/help/describe.h"
#include "front/cli/help/reference.h"

namespace weald::app {

namespace {

Json stages_json() {
  Json list = Json::array();
  for (const pipeline::StageKind& kind : pipeline::all_stages()) list.push_back(stage_kind_json(kind));
  return list;
}

Json options_json(const CLI::App& command) {
  Json list = Json::array();
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    Json json;
    json["names"] = Json::array();
    for (const std::string& name : option->get_snames()) json["names"].push_back("-" + name);
    for (const std::string& name : option->get_lnames()) json["names"].push_back("--" + name);
    if (option->get_positional()) json["positional"] = option->get_name(true);
    if (option->get_items_expected_max() > 0) json["value"] = option->get_type_name();
    json["repeatable"] = option->get_items_expected_max() > 1;
    json["required"] = option->get_required();
    json["help"] = option->get_description();
    list.push_back(std::move(json));
  }
  return list;
}

/// The commands of the program, or of a command.
Json commands_json(const CLI::App& app) {
  Json list = Json::array();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group().empty()) continue;
    list.push_back({{"name", command->get_name()},
                    {"help", command->get_description()},
                    {"options", options_json(*command)},
                    {"commands", commands_json(*command)}});
  }
  return list;
}

void fill(Json& report, const CLI::App& program) {
  report["preset_format"] = preset::kFormatVersion;
  report["exit_codes"] = {{"ok", kOk},
                          {"no", kNo},
                          {"usage", kUsage},
                          {"input_output", kInputOutput},
                          {"internal", kInternal},
                          {"no_memory", kNoMemory},
                          {"interrupted", kInterrupted},
                          {"closed_pipe", kClosedPipe}};
  report["stages"] = stages_json();
  report["outputs"] = fields_json(schema::describe<pipeline::OutputSpec>());
  report["writers"] = writers_json();
  report["options"] = options_json(program);
  report["commands"] = commands_json(program);
}

}  // namespace

void add_describe(CLI::App& program, Context& context) {
  auto json = std::make_shared<bool>(false);
  auto file = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("describe",
                                             "Describe everything that weald offers: stages, parameters, writers, "
                                             "commands; or a preset");
  command->add_option("preset", *file, "Preset whose parameters are described; without it, weald itself is described")
      ->type_name("PRESET");
  command->add_flag("--json", *json, "Print the description as JSON, for editors and pipeline tools; see docs/json.md");
  command->callback([json, file, &context, &program] {
    if (!file->empty()) {
      Json report = report_head("describe");
      const auto work = [&] { return explain_preset(*file, *json, context, report); };
      context.exit_code = *json ? print_report(report, work) : work();
      return;
    }
    if (!*json) {
      for (const pipeline::StageKind& kind : pipeline::all_stages()) fmt::print("{}\n", explain_stage(kind));
      fmt::print("{}", explain_outputs());
      return;
    }
    Json report = report_head("describe");
    context.exit_code = print_report(report, [&] {
      fill(report, program);
      return kOk;
    });
  });
}

void add_version(CLI::App& program, Context& context) {
  auto json = std::make_shared<bool>(false);
  auto licences = std::make_shared<bool>(false);
  CLI::App* command = program.add_subcommand("version", "Print the version of weald");
  CLI::Option* as_json = command->add_flag("--json", *json, "Print the version as JSON; see docs/json.md");
  command->add_flag("--licences,--licenses", *licences, "Print the licences of the libraries that weald uses")
      ->excludes(as_json);
  command->callback([json, licences, &context] {
    if (*licences) {
      fmt::print("{}", third_party_licences());
      return;
    }
    if (!*json) {
      fmt::print("weald {}\n", weald_version());
      return;
    }
    Json report = report_head("version");
    report["preset_format"] = preset::kFormatVersion;
    context.exit_code = print_report(report, [] { return kOk; });
  });
}

}  // namespace weald::app
